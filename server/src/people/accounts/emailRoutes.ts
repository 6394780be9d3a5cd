import { EmailChange, EmailConfirmation, MailedLink, Me } from '@host/contracts';

import type { TypedApp } from '../../http/TypedApp.types.ts';
import { requireMail } from '../account-mail/requireMail.ts';
import { SESSION_SECURITY } from '../sessionAuth.ts';
import type { SignInDeps } from '../sessions/signIn.ts';
import { changeEmail, sendVerification } from './changeEmail.ts';
import { confirmEmail } from './confirmEmail.ts';

const shared = { tags: ['people'], security: SESSION_SECURITY };

/** Verifying and changing a person's e-mail address. */
export function emailRoutes(app: TypedApp, deps: SignInDeps): void {
  app.post(
    '/v1/me/email',
    {
      schema: {
        ...shared,
        summary: 'Change my e-mail address',
        description:
          'Needs the `password` again. Sends a link to the new address, which counts once the link was followed; the old one is told then. Answers 202 alike for an address that somebody has.',
        body: EmailChange,
        response: { 202: MailedLink },
      },
    },
    async ({ signedIn: { person }, body, address }, reply) => {
      const who = { personId: person.id, address };
      return reply.code(202).send(await changeEmail(requireMail(deps), who, body));
    },
  );

  app.post(
    '/v1/me/email/verify',
    {
      schema: {
        ...shared,
        summary: 'Send the link that verifies my e-mail address',
        description: 'Again, too. Answers 200 when the address is verified already.',
        response: { 200: Me, 202: MailedLink },
      },
    },
    async ({ signedIn: { person }, address }, reply) => {
      const withMail = requireMail(deps);
      if (person.emailVerified || person.email === undefined) return reply.code(200).send(person);
      const who = { personId: person.id, address };
      return reply.code(202).send(await sendVerification(withMail, who, person.email));
    },
  );

  app.post(
    '/v1/me/email/confirm',
    {
      schema: {
        ...shared,
        summary: 'Verify my e-mail address with a link',
        description: 'In the session of the person who asked for the link, and of nobody else.',
        body: EmailConfirmation,
        response: { 200: Me },
      },
    },
    async ({ signedIn: { person }, body, address }) =>
      confirmEmail(deps, { personId: person.id, address }, body.token),
  );
}
