import { InboxPage, PageQuery, UnreadCount } from '@host/contracts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { decodeCursor } from '../../http/lists/cursor.ts';
import { pageLimit } from '../../http/lists/page.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { PersonOf } from '../devices/deviceAuth.ts';
import type { Inbox } from './Inbox.ts';

const shared = { tags: ['inbox'], security: [{ session: [] }] };
const params = z.object({ id: z.string() });

/** The notification center of the person whose session a request carries. */
export function inboxRoutes(
  app: TypedApp,
  { inbox, personOf }: { inbox: Inbox; personOf: PersonOf },
): void {
  const personIdOf = async (request: FastifyRequest) => {
    const person = await personOf(request.headers.authorization);
    if (!person) throw new ApiError('unauthorized', 'The request carries no session.');
    return person.id;
  };

  app.get(
    '/v1/inbox',
    {
      schema: {
        ...shared,
        summary: 'List notifications',
        description: 'The newest first, with the number of unread ones.',
        querystring: PageQuery,
        response: { 200: InboxPage },
      },
    },
    async (request) => {
      const personId = await personIdOf(request);
      const [below] = decodeCursor(request.query.cursor, [Number.MAX_SAFE_INTEGER]);
      return inbox.list(personId, below, pageLimit(request.query));
    },
  );

  app.get(
    '/v1/inbox/unread-count',
    {
      schema: { ...shared, summary: 'Count unread notifications', response: { 200: UnreadCount } },
    },
    async (request) => ({ unreadCount: await inbox.unreadCount(await personIdOf(request)) }),
  );

  app.post(
    '/v1/inbox/:id/read',
    {
      schema: {
        ...shared,
        summary: 'Mark a notification as read',
        params,
        response: { 200: UnreadCount },
      },
    },
    async (request) => {
      const personId = await personIdOf(request);
      return { unreadCount: await inbox.markRead(personId, idOf(request.params.id)) };
    },
  );

  app.post(
    '/v1/inbox/read-all',
    {
      schema: {
        ...shared,
        summary: 'Mark all notifications as read',
        response: { 200: UnreadCount },
      },
    },
    async (request) => ({ unreadCount: await inbox.markAllRead(await personIdOf(request)) }),
  );

  app.delete(
    '/v1/inbox/:id',
    {
      schema: {
        ...shared,
        summary: 'Delete a notification',
        params,
        response: { 200: UnreadCount },
      },
    },
    async (request) => {
      const personId = await personIdOf(request);
      return { unreadCount: await inbox.delete(personId, idOf(request.params.id)) };
    },
  );
}

// A malformed id is treated like an unknown one.
function idOf(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
