import { ConsoleSessionRecord, PageQuery, pageOf } from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { decodeCursor } from '../../http/cursor.ts';
import { pageLimit, toPage } from '../../http/page.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { AdminActions } from '../actions/AdminActions.ts';
import { issuedId } from '../identity/IssuedSecrets.ts';
import { idleSince } from './ConsoleSessions.ts';
import {
  deleteConsoleSession,
  findConsoleSession,
  listConsoleSessions,
} from './consoleSessionRows.ts';

const shared = { tags: ['console'], security: [{ token: [] }] };
/** Behind every id. */
const LAST_ID = '~';

/** The sessions of the console, for who may end those of others. */
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
        description: 'Those that have not ended, the newest first. Scope: `admin`.',
        querystring: PageQuery,
        response: { 200: pageOf(ConsoleSessionRecord) },
      },
    },
    async ({ query }) => {
      const limit = pageLimit(query);
      const [below] = decodeCursor(query.cursor, [LAST_ID]);
      const now = Date.now();
      const wanted = { below, now, idleSince: idleSince(now), limit: limit + 1 };
      return toPage(await listConsoleSessions(db, wanted), limit, recordOf, ({ id }) => [id]);
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
          return { status: 200, body: recordOf(row), details: { actor: actorOf(row) } };
        }),
      );
    },
  );
}

type Row = NonNullable<Awaited<ReturnType<typeof findConsoleSession>>>;

const actorOf = (row: Row) => row.token_id ?? 'root';

function recordOf(row: Row): ConsoleSessionRecord {
  const time = (ms: number) => new Date(ms).toISOString();
  return {
    id: row.id,
    actor: actorOf(row),
    name: row.token_name ?? 'ADMIN_TOKEN',
    address: row.address,
    createdAt: time(row.created_at),
    lastUsedAt: time(row.last_used_at),
    expiresAt: time(row.expires_at),
  };
}
