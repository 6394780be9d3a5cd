import { MailedLink, PasswordReset, PasswordResetRequest, ResetAccount } from '@host/contracts';

import type { TypedApp } from '../../http/TypedApp.types.ts';
import { requireMail } from '../account-mail/requireMail.ts';
import type { SignInDeps } from '../sessions/signIn.ts';
import { requestReset } from './requestReset.ts';
import { resetPassword } from './resetPassword.ts';

/** Setting a new password without the old one. */
export function passwordResetRoutes(app: TypedApp, deps: SignInDeps): void {
  app.post(
    '/v1/password-resets',
    {
      schema: {
        tags: ['people'],
        summary: 'Ask for a link that sets a new password',
        description:
          'Answers 202 for every address, at the same time; the mail is sent when there is an account. An address gets so many mails an hour.',
        body: PasswordResetRequest,
        response: { 202: MailedLink },
      },
    },
    async ({ body, address }, reply) =>
      reply
        .code(202)
        .header('cache-control', 'no-store')
        .send(await requestReset(requireMail(deps), body.email, address)),
  );

  app.post(
    '/v1/password-resets/confirm',
    {
      schema: {
        tags: ['people'],
        summary: 'Set a new password with a link',
        description:
          'Works once. Ends every session of the person and every other link; starts no session.',
        body: PasswordReset,
        response: { 200: ResetAccount },
      },
    },
    async ({ body, address }, reply) =>
      reply.header('cache-control', 'no-store').send(await resetPassword(deps, body, address)),
  );
}
