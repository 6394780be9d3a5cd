import { IssuedToken, TokenQuery, TokenRecord, TokenRequest, pageOf } from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { readPart } from '../../http/sortedList.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import { changeOf } from '../audit/changeOf.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { AdminActions } from '../actions/AdminActions.ts';
import { issueToken, tokenRecord } from './adminTokens.ts';
import { issuedId } from './IssuedSecrets.ts';
import { TOKEN_LIST, findToken, listTokens, revokeToken } from './tokenRows.ts';

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
      return part.toPage(await listTokens(db, part, query.q), tokenRecord);
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
          const before = await findToken(tx, id);
          await revokeToken(tx, id, Date.now());
          const row = await findToken(tx, id);
          if (!row) throw new ApiError('token-not-found', `There is no token ${id}.`);
          const body = tokenRecord(row);
          const change = changeOf(before && tokenRecord(before), body);
          return { status: 200, body, details: { name: row.name }, change };
        }),
      );
    },
  );
}
