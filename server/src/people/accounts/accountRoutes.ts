import { AccountConfirmation, AccountRequest, MailedLink, Me } from '@host/contracts';

import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Quotas } from '../../operations/quotas/Quotas.ts';
import type { SignInDeps } from '../sessions/signIn.ts';
import { confirmAccount } from './confirmAccount.ts';
import { createAccount } from './createAccount.ts';
import { requestAccount } from './requestAccount.ts';

/** Creating accounts. */
export function accountRoutes(app: TypedApp, deps: SignInDeps & { quotas: Quotas }): void {
  app.post(
    '/v1/accounts',
    {
      schema: {
        tags: ['people'],
        summary: 'Make an account',
        description:
          'Where the server sends mail (`sendsMail` in `/v1/config`): answers 202 for every address, at the same time, and sends a link; the account is there once the link was followed. Whoever has an account with the address is told so by mail. Without mail: answers 201, or 200 with the same account when the same is sent again; 409 `email-taken` when somebody has the address. How often either can be asked is limited.',
        body: AccountRequest,
        response: { 200: Me, 201: Me, 202: MailedLink },
      },
    },
    async ({ body, address }, reply) => {
      void reply.header('cache-control', 'no-store');
      const { mail } = deps;
      if (mail) return reply.code(202).send(await requestAccount({ ...deps, mail }, body, address));
      const { person, isNew } = await createAccount(deps, body, address);
      return reply.code(isNew ? 201 : 200).send(person);
    },
  );

  app.post(
    '/v1/accounts/confirm',
    {
      schema: {
        tags: ['people'],
        summary: 'Make the account that a link was sent for',
        description:
          'Takes the link from the mail and the password that was chosen. The address is verified by that. Starts no session.',
        body: AccountConfirmation,
        response: { 201: Me },
      },
    },
    async ({ body, address }, reply) =>
      reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await confirmAccount(deps, body, address)),
  );
}
