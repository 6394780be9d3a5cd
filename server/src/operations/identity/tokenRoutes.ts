import { IssuedToken, PageQuery, TokenRecord, TokenRequest, pageOf } from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { decodeCursor } from '../../http/cursor.ts';
import { pageLimit, toPage } from '../../http/page.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { AdminActions } from '../actions/AdminActions.ts';
import { issueToken, tokenRecord } from './adminTokens.ts';
import { issuedId } from './IssuedSecrets.ts';
import { findToken, listTokens, revokeToken } from './tokenRows.ts';

const shared = { tags: ['tokens'], security: [{ token: [] }] };

/** Issuing, listing and revoking tokens. */
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
          'With scopes, or with a role, which is a set of scopes under a name. The secret is in this answer and nowhere else. Two tokens can overlap during a rotation. Scope: `admin`.',
        body: TokenRequest,
        response: { 201: IssuedToken },
      },
    },
    async (request, reply) => {
      const { name, apps, publisher } = request.body;
      return actions.perform(request, reply, { action: 'token.issue', target: name }, (commit) =>
        commit(async (tx) => {
          const issued = await issueToken(tx, request.body, Date.now());
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
        description: 'The oldest first. Scope: `admin`.',
        querystring: PageQuery,
        response: { 200: pageOf(TokenRecord) },
      },
    },
    async ({ query }) => {
      const limit = pageLimit(query);
      const [after] = decodeCursor(query.cursor, ['']);
      return toPage(await listTokens(db, after, limit + 1), limit, tokenRecord, (row) => [row.id]);
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
          'It is refused from the next request on, and so are the sessions of the console that it started. Revoking it again is no error. Scope: `admin`.',
        params: z.object({ id: issuedId('token') }),
        response: { 200: TokenRecord },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      return actions.perform(request, reply, { action: 'token.revoke', target: id }, (commit) =>
        commit(async (tx) => {
          await revokeToken(tx, id, Date.now());
          const row = await findToken(tx, id);
          if (!row) throw new ApiError('token-not-found', `There is no token ${id}.`);
          return { status: 200, body: tokenRecord(row), details: { name: row.name } };
        }),
      );
    },
  );
}
