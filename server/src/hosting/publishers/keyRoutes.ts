import {
  AppId,
  KeyId,
  PublisherKey,
  PublisherKeyQuery,
  PublisherKeyRequest,
  pageOf,
} from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { readPart } from '../../http/lists/sortedList.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { AdminActions } from '../../operations/actions/AdminActions.ts';
import { changeOf } from '../../operations/audit/changeOf.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import {
  KEY_LIST,
  findKey,
  insertKey,
  listKeys,
  revokeKey,
  toPublisherKey,
} from '../records/keyRows.ts';
import { lapseTrust } from '../registry/trust/lapseTrust.ts';
import { isWeakKey, keyIdOf } from '../signatures/ed25519.ts';

const shared = { tags: ['keys'], security: [{ token: [] }] };

/**
 * The keys that archives are signed with. Registering and revoking is for the scope `admin` alone:
 * a key is what protects a mini-app from a stolen token, so no token may change it.
 */
export function keyRoutes(
  app: TypedApp,
  { db, actions }: { db: Database; actions: AdminActions },
): void {
  app.post(
    '/keys',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Register a key',
        description:
          'From now on every version of the mini-app has to be signed with one of its keys, and the trust that it or its publisher has lapses. Several can be valid at once, for a rotation; one key can serve several mini-apps. Scope: `admin`.',
        body: PublisherKeyRequest,
        response: { 201: PublisherKey },
      },
    },
    async (request, reply) => {
      const { appId, name, publicKey } = request.body;
      refuseWeak(publicKey);
      const id = keyIdOf(publicKey);
      const action = { action: 'key.register', target: `${appId}/${id}` };
      return actions.perform(request, reply, action, (commit) =>
        commit(async (tx) => {
          if (!(await insertKey(tx, id, request.body, Date.now()))) {
            throw new ApiError('key-exists', `${appId} has or had the key ${id}.`);
          }
          const body = toPublisherKey((await findKey(tx, appId, id))!);
          return {
            status: 201,
            body,
            details: { name, publicKey },
            change: changeOf(undefined, body),
            consequences: await lapseTrust(
              tx,
              appId,
              `the key ${id} was registered`,
              request.caller.actor,
            ),
          };
        }),
      );
    },
  );

  app.get(
    '/keys',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'List keys',
        description:
          'Of one mini-app or of all, the revoked ones, too, or those whose name, id or mini-app has `q` in it; in the order of their mini-apps, or of `sort`. Scope: `read`. A token that is restricted to mini-apps sees those.',
        querystring: PublisherKeyQuery,
        response: { 200: pageOf(PublisherKey) },
      },
    },
    async ({ query, caller }) => {
      if (query.appId !== undefined) await caller.requireApp(query.appId);
      const apps = query.appId === undefined ? caller.apps : [query.appId];
      const part = readPart(KEY_LIST, query);
      return part.toPage(await listKeys(db, part, { apps, q: query.q }), toPublisherKey);
    },
  );

  app.delete(
    '/keys/:appId/:id',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Revoke a key',
        description:
          'Nothing more is registered with it; what is registered stays, but the trust in it and in its publisher lapses. Without another key, versions need no signature again. Revoking it again is no error. Scope: `admin`.',
        params: z.object({ appId: AppId, id: KeyId }),
        response: { 200: PublisherKey },
      },
    },
    async (request, reply) => {
      const { appId, id } = request.params;
      const action = { action: 'key.revoke', target: `${appId}/${id}` };
      return actions.perform(request, reply, action, (commit) =>
        commit(async (tx) => {
          const before = await findKey(tx, appId, id);
          const isNew = await revokeKey(tx, appId, id, Date.now());
          const row = await findKey(tx, appId, id);
          if (!row) throw new ApiError('key-not-found', `${appId} has no key ${id}.`);
          const because = `the key ${id} was revoked`;
          const body = toPublisherKey(row);
          return {
            status: 200,
            body,
            details: { name: row.name },
            change: changeOf(before && toPublisherKey(before), body),
            consequences: isNew ? await lapseTrust(tx, appId, because, request.caller.actor) : [],
          };
        }),
      );
    },
  );
}

function refuseWeak(publicKey: string): void {
  if (!isWeakKey(publicKey)) return;
  const detail = 'anybody can sign for this key; make one with a tool';
  throw new ApiError('invalid-body', `/publicKey: ${detail}`, {
    errors: [{ pointer: '/publicKey', code: 'weak_key', detail }],
  });
}
