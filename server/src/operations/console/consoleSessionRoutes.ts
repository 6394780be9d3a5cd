import { ConsoleSessionQuery, ConsoleSessionRecord, pageOf } from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { readPart } from '../../http/lists/sortedList.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { AdminActions } from '../actions/AdminActions.ts';
import { changeOf } from '../audit/changeOf.ts';
import { issuedId } from '../identity/IssuedSecrets.ts';
import { idleSince } from './ConsoleSessions.ts';
import {
  CONSOLE_SESSION_LIST,
  type NamedSessionRow,
  actorOfSession,
  deleteConsoleSession,
  findConsoleSession,
  listConsoleSessions,
  nameOfSession,
} from './consoleSessionRows.ts';

const shared = { tags: ['console'], security: [{ token: [] }] };

/** The sessions of the console, for callers who may end those of others. */
export function consoleSessionRoutes(
  app: TypedApp,
  { db, actions }: { db: Database; actions: AdminActions },
): void {
  app.get(
    '/console-sessions',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'List the sessions of the console',
        description:
          'Those that have not ended, or of these the ones with `q` in who has them or where they are from; the newest first, or in the order of `sort`. Scope: `admin`.',
        querystring: ConsoleSessionQuery,
        response: { 200: pageOf(ConsoleSessionRecord) },
      },
    },
    async ({ query }) => {
      const part = readPart(CONSOLE_SESSION_LIST, query);
      const now = Date.now();
      const wanted = { q: query.q, now, idleSince: idleSince(now) };
      return part.toPage(await listConsoleSessions(db, part, wanted), recordOf);
    },
  );

  app.delete(
    '/console-sessions/:id',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'End a session of the console',
        description: 'Its next request is refused, on every node. Scope: `admin`.',
        params: z.object({ id: issuedId('session') }),
        response: { 200: ConsoleSessionRecord },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const name = { action: 'console-session.end', target: id };
      return actions.perform(request, reply, name, (commit) =>
        commit(async (tx) => {
          const row = await findConsoleSession(tx, id);
          if (!row) throw new ApiError('console-session-not-found', `There is no session ${id}.`);
          await deleteConsoleSession(tx, id);
          const body = recordOf(row);
          const change = changeOf(body, undefined);
          return { status: 200, body, details: { actor: body.actor }, change };
        }),
      );
    },
  );
}

function recordOf(row: NamedSessionRow): ConsoleSessionRecord {
  const time = (ms: number) => new Date(ms).toISOString();
  return {
    id: row.id,
    actor: actorOfSession(row),
    name: nameOfSession(row),
    address: row.address,
    createdAt: time(row.created_at),
    lastUsedAt: time(row.last_used_at),
    expiresAt: time(row.expires_at),
  };
}
