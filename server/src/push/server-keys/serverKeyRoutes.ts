import {
  IssuedServerKey,
  PageQuery,
  ServerKeyRecord,
  ServerKeyRequest,
  pageOf,
} from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { decodeCursor } from '../../http/cursor.ts';
import { pageLimit, toPage } from '../../http/page.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { AdminActions } from '../../operations/actions/AdminActions.ts';
import { issuedId } from '../../operations/identity/IssuedSecrets.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { refuseMiniApps } from './hostApps.ts';
import { findServerKey, listServerKeys, revokeServerKey } from './serverKeyRows.ts';
import { SERVER_KEY_CHANGE, issueServerKey, serverKeyRecord } from './serverKeys.ts';

const shared = { tags: ['push keys'], security: [{ token: [] }] };

/** Issuing, listing and revoking the keys that back ends send with: for the scope `admin` alone. */
export function serverKeyRoutes(
  app: TypedApp,
  { db, actions }: { db: Database; actions: AdminActions },
): void {
  app.post(
    '/server-keys',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Issue a server key',
        description:
          'What a back end sends as `Authorization: key=<key>`. The key is in this answer and nowhere else. With `apps` it reaches the devices of these host apps alone, none of which can be a mini-app. With `miniApps` it sends in the name of these: to their topics, to people who let them, and to nobody else. Scope: `admin`.',
        body: ServerKeyRequest,
        response: { 201: IssuedServerKey },
      },
    },
    async (request, reply) => {
      const { name, scopes, apps, miniApps } = request.body;
      const action = { action: 'server-key.issue', target: name };
      return actions.perform(request, reply, action, (commit) =>
        commit(async (tx) => {
          await refuseMiniApps(tx, apps ?? []);
          const issued = await issueServerKey(tx, request.body, Date.now());
          return {
            status: 201,
            headers: { 'cache-control': 'no-store' },
            body: issued,
            details: {
              id: issued.id,
              scopes,
              ...(apps && { apps }),
              ...(miniApps && { miniApps }),
            },
          };
        }),
      );
    },
  );

  app.get(
    '/server-keys',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'List server keys',
        description: 'The oldest first. Scope: `admin`.',
        querystring: PageQuery,
        response: { 200: pageOf(ServerKeyRecord) },
      },
    },
    async ({ query }) => {
      const limit = pageLimit(query);
      const [after] = decodeCursor(query.cursor, ['']);
      const rows = await listServerKeys(db, after, limit + 1);
      return toPage(rows, limit, serverKeyRecord, ({ id }) => [id]);
    },
  );

  app.delete(
    '/server-keys/:id',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Revoke a server key',
        description:
          'It is refused from the next request on. Revoking it again is no error. Scope: `admin`.',
        params: z.object({ id: issuedId('key') }),
        response: { 200: ServerKeyRecord },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const action = { action: 'server-key.revoke', target: id };
      return actions.perform(request, reply, action, (commit) =>
        commit(async (tx) => {
          await revokeServerKey(tx, id, Date.now());
          const row = await findServerKey(tx, id);
          if (!row) throw new ApiError('server-key-not-found', `There is no server key ${id}.`);
          await tx.notify({ topic: SERVER_KEY_CHANGE, key: id });
          return { status: 200, body: serverKeyRecord(row), details: { name: row.name } };
        }),
      );
    },
  );
}
