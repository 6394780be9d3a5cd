import { AccountRequest, Me } from '@host/contracts';

import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { SignInDeps } from '../sessions/signIn.ts';
import { createAccount } from './createAccount.ts';

/** Making accounts. */
export function accountRoutes(app: TypedApp, deps: SignInDeps): void {
  app.post(
    '/v1/accounts',
    {
      schema: {
        tags: ['people'],
        summary: 'Make an account',
        description:
          'Answers 201, or 200 with the same account when the same is sent again. 409 `email-taken` when somebody has the address; how often that can be asked is limited per address.',
        body: AccountRequest,
        response: { 200: Me, 201: Me },
      },
    },
    async (request, reply) => {
      const { person, isNew } = await createAccount(deps, request.body, request.ip);
      return reply
        .code(isNew ? 201 : 200)
        .header('cache-control', 'no-store')
        .send(person);
    },
  );
}
