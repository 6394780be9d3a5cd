import { EndedSession, EndedSessions, SessionList } from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { deleteOtherSessions, deleteSession, listSessions } from '../records/sessionRows.ts';
import { SESSION_SECURITY } from '../sessionAuth.ts';

const shared = { tags: ['people'], security: SESSION_SECURITY };

/** Listing and ending one's own sessions. */
export function ownSessionRoutes(app: TypedApp, { db }: { db: Database }): void {
  app.get(
    '/v1/sessions',
    { schema: { ...shared, summary: 'List my sessions', response: { 200: SessionList } } },
    async ({ signedIn }, reply) => {
      const rows = await listSessions(db, signedIn.person.id, Date.now());
      const time = (ms: number) => new Date(ms).toISOString();
      const items = rows.map((row) => ({
        id: row.id,
        current: row.id === signedIn.sessionId,
        createdAt: time(row.created_at),
        lastUsedAt: time(row.rotated_at),
        expiresAt: time(row.expires_at),
        ...(row.user_agent !== null && { userAgent: row.user_agent }),
      }));
      return reply.header('cache-control', 'no-store').send({ items });
    },
  );

  app.delete(
    '/v1/sessions/others',
    {
      schema: {
        ...shared,
        summary: 'End all my sessions but this one',
        description: 'Their access tokens are refused from the next request on.',
        response: { 200: EndedSessions },
      },
    },
    async ({ signedIn: { person, sessionId } }) => ({
      ended: await deleteOtherSessions(db, person.id, sessionId!),
    }),
  );

  app.delete(
    '/v1/sessions/:id',
    {
      schema: {
        ...shared,
        summary: 'End one of my sessions',
        description: 'Its access token is refused from the next request on.',
        params: z.object({ id: z.uuid('a session id is a UUID') }),
        response: { 200: EndedSession },
      },
    },
    async ({ signedIn, params: { id } }) => {
      if (await deleteSession(db, id, signedIn.person.id)) return { id };
      throw new ApiError('session-not-found', `You have no session ${id}.`);
    },
  );
}
