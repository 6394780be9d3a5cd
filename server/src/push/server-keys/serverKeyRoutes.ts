import {
  IssuedServerKey,
  SecretRotation,
  ServerKeyQuery,
  ServerKeyRecord,
  ServerKeyRequest,
  pageOf,
} from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { readPart } from '../../http/lists/sortedList.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { AdminActions } from '../../operations/actions/AdminActions.ts';
import { changeOf } from '../../operations/audit/changeOf.ts';
import { issuedId } from '../../operations/identity/IssuedSecrets.ts';
import { revokeSecret } from '../../operations/identity/secretRows.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { refuseMiniApps } from './hostApps.ts';
import { SERVER_KEY_LIST, findServerKey, listServerKeys } from './serverKeyRows.ts';
import {
  SERVER_KEY_CHANGE,
  issueServerKey,
  rotateServerKey,
  serverKeyRecord,
} from './serverKeys.ts';

const shared = { tags: ['push keys'], security: [{ token: [] }] };

/** Issuing, listing, rotating and revoking the keys that back ends send with: for the scope `admin` only. */
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
          'What a back end sends as `Authorization: key=<key>`. The key is in this answer and nowhere else. With `apps` it reaches the devices of these host apps alone, none of which can be a mini-app. With `miniApps` it sends in the name of these: to their topics, to people who let them, and to nobody else. It ends after `expiresInSeconds`, where that is given. Scope: `admin`.',
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
          const { key: _secret, ...shown } = issued;
          return {
            status: 201,
            headers: { 'cache-control': 'no-store' },
            body: issued,
            details: {
              id: issued.id,
              scopes,
              ...(apps && { apps }),
              ...(miniApps && { miniApps }),
              ...(issued.expiresAt !== undefined && { expiresAt: issued.expiresAt }),
            },
            change: changeOf(undefined, shown),
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
        description:
          'All, or those whose name or id has `q` in it; the oldest first, or in the order of `sort`. Scope: `admin`.',
        querystring: ServerKeyQuery,
        response: { 200: pageOf(ServerKeyRecord) },
      },
    },
    async ({ query }) => {
      const part = readPart(SERVER_KEY_LIST, query);
      const now = Date.now();
      return part.toPage(await listServerKeys(db, part, query.q), (row) =>
        serverKeyRecord(row, now),
      );
    },
  );

  app.post(
    '/server-keys/:id/rotate',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Replace the secret of a server key',
        description:
          'The key keeps its id, its messages and all that it may do. The new secret is in this answer and nowhere else; the old one is accepted for `overlapSeconds` more, and not longer than it was issued for. A secret that was replaced before that one is refused at once. Scope: `admin`.',
        params: z.object({ id: issuedId('key') }),
        body: SecretRotation,
        response: { 200: IssuedServerKey },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const action = { action: 'server-key.rotate', target: id };
      return actions.perform(request, reply, action, (commit) =>
        commit(async (tx) => {
          const now = Date.now();
          const row = await findServerKey(tx, id);
          if (!row) throw new ApiError('server-key-not-found', `There is no server key ${id}.`);
          if (row.revoked_at !== null) {
            throw new ApiError('server-key-revoked', `The server key ${id} was revoked.`);
          }
          const issued = await rotateServerKey(tx, row, request.body, now);
          await tx.notify({ topic: SERVER_KEY_CHANGE, key: id });
          const { key: _secret, ...shown } = issued;
          return {
            status: 200,
            headers: { 'cache-control': 'no-store' },
            body: issued,
            details: {
              name: row.name,
              ...(issued.previous && { previousEndsAt: issued.previous.endsAt }),
            },
            change: changeOf(serverKeyRecord(row, now), shown),
          };
        }),
      );
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
          'It is refused from the next request on, and what it scheduled and is not due yet is cancelled when it is due. Revoking it again is no error. Scope: `admin`.',
        params: z.object({ id: issuedId('key') }),
        response: { 200: ServerKeyRecord },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const action = { action: 'server-key.revoke', target: id };
      return actions.perform(request, reply, action, (commit) =>
        commit(async (tx) => {
          const now = Date.now();
          const before = await findServerKey(tx, id);
          await revokeSecret(tx, 'server_keys', id, now);
          const row = await findServerKey(tx, id);
          if (!row) throw new ApiError('server-key-not-found', `There is no server key ${id}.`);
          await tx.notify({ topic: SERVER_KEY_CHANGE, key: id });
          const body = serverKeyRecord(row, now);
          const change = changeOf(before && serverKeyRecord(before, now), body);
          return { status: 200, body, details: { name: row.name }, change };
        }),
      );
    },
  );
}
