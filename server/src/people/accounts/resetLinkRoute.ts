import { ResetLink, ResetLinkRequest } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { AdminActions } from '../../operations/actions/AdminActions.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { makeLink } from '../links/makeLink.ts';
import { personReference } from '../personal-data/personReference.ts';
import { findAccountByEmail } from '../records/accountRows.ts';

/** Password reset links that operators make, also without mail: for the scope `admin` only. */
export function resetLinkRoute(
  app: TypedApp,
  { db, actions, baseUrl }: { db: Database; actions: AdminActions; baseUrl: string },
): void {
  app.post(
    '/people/reset-link',
    {
      config: { scope: 'admin' },
      schema: {
        tags: ['people'],
        security: [{ token: [] }],
        summary: 'Make a link that sets a new password',
        description:
          'The link is in this answer and nowhere else, and works once, for an hour. Whoever has it gets the account: hand it over by a way that is known to be the person’s. The audit log keeps for whom. Scope: `admin`.',
        body: ResetLinkRequest,
        response: { 201: ResetLink },
      },
    },
    async (request, reply) => {
      const account = await findAccountByEmail(db, request.body.email);
      if (!account) throw new ApiError('person-not-found', 'No account has this e-mail address.');
      const name = { action: 'person.reset-link', target: personReference(account.id) };
      return actions.perform(request, reply, name, (commit) =>
        commit(async (tx) => {
          const link = { purpose: 'reset', accountId: account.id } as const;
          const { url, expiresAt } = await makeLink(tx, baseUrl, link, Date.now());
          return {
            status: 201,
            headers: { 'cache-control': 'no-store' },
            body: { url, expiresAt: new Date(expiresAt).toISOString() },
          };
        }),
      );
    },
  );
}
