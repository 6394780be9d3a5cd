import {
  IssuedToken,
  SecretRotation,
  TokenQuery,
  TokenRecord,
  TokenRequest,
  pageOf,
} from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { readPart } from '../../http/lists/sortedList.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import { changeOf } from '../audit/changeOf.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { AdminActions } from '../actions/AdminActions.ts';
import { issueToken, rotateToken, tokenRecord } from './adminTokens.ts';
import { issuedId } from './IssuedSecrets.ts';
import { revokeSecret } from './secretRows.ts';
import { TOKEN_LIST, findToken, listTokens } from './tokenRows.ts';

const shared = { tags: ['tokens'], security: [{ token: [] }] };

/** Issuing, listing, replacing and revoking tokens. */
export function tokenRoutes(
  app: TypedApp,
  { db, actions }: { db: Database; actions: AdminActions },
): void {
  app.post(
    '/tokens',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Issue a token',
        description:
          'With scopes, or with a role, which is a set of scopes under a name. The secret is in this answer and nowhere else. Scope: `admin`.',
        body: TokenRequest,
        response: { 201: IssuedToken },
      },
    },
    async (request, reply) => {
      const { name, apps, publisher } = request.body;
      return actions.perform(request, reply, { action: 'token.issue', target: name }, (commit) =>
        commit(async (tx) => {
          const issued = await issueToken(tx, request.body, Date.now());
          const { token: _secret, ...shown } = issued;
          return {
            status: 201,
            headers: { 'cache-control': 'no-store' },
            body: issued,
            details: {
              id: issued.id,
              scopes: issued.scopes,
              ...(apps && { apps }),
              ...(publisher && { publisher }),
              expiresAt: issued.expiresAt,
            },
            change: changeOf(undefined, shown),
          };
        }),
      );
    },
  );

  app.get(
    '/tokens',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'List tokens',
        description:
          'All, or those whose name or id has `q` in it; the oldest first, or in the order of `sort`. Scope: `admin`.',
        querystring: TokenQuery,
        response: { 200: pageOf(TokenRecord) },
      },
    },
    async ({ query }) => {
      const part = readPart(TOKEN_LIST, query);
      const now = Date.now();
      return part.toPage(await listTokens(db, part, query.q), (row) => tokenRecord(row, now));
    },
  );

  app.post(
    '/tokens/:id/rotate',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Replace the secret of a token',
        description:
          'The token keeps its id and all that it may do. The new secret is in this answer and nowhere else; the old one is accepted for `overlapSeconds` more, and not longer than it was issued for. A secret that was replaced before that one is refused at once. Sessions of the console end with the secret that started them. Scope: `admin`.',
        params: z.object({ id: issuedId('token') }),
        body: SecretRotation,
        response: { 200: IssuedToken },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      return actions.perform(request, reply, { action: 'token.rotate', target: id }, (commit) =>
        commit(async (tx) => {
          const now = Date.now();
          const row = await findToken(tx, id);
          if (!row) throw new ApiError('token-not-found', `There is no token ${id}.`);
          if (row.revoked_at !== null) {
            throw new ApiError('token-not-replaceable', `The token ${id} was revoked.`);
          }
          const issued = await rotateToken(tx, row, request.body, now);
          const { token: _secret, ...shown } = issued;
          return {
            status: 200,
            headers: { 'cache-control': 'no-store' },
            body: issued,
            details: {
              name: row.name,
              ...(issued.previous && { previousEndsAt: issued.previous.endsAt }),
            },
            change: changeOf(tokenRecord(row, now), shown),
          };
        }),
      );
    },
  );

  app.delete(
    '/tokens/:id',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Revoke a token',
        description:
          'It is refused from the next request on, and so are the sessions of the console that it started. What it scheduled does not happen. Revoking it again is no error. Scope: `admin`.',
        params: z.object({ id: issuedId('token') }),
        response: { 200: TokenRecord },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      return actions.perform(request, reply, { action: 'token.revoke', target: id }, (commit) =>
        commit(async (tx) => {
          const now = Date.now();
          const before = await findToken(tx, id);
          await revokeSecret(tx, 'tokens', id, now);
          const row = await findToken(tx, id);
          if (!row) throw new ApiError('token-not-found', `There is no token ${id}.`);
          const body = tokenRecord(row, now);
          const change = changeOf(before && tokenRecord(before, now), body);
          return { status: 200, body, details: { name: row.name }, change };
        }),
      );
    },
  );
}
