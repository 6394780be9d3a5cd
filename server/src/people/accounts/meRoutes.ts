import {
  AccountChange,
  AccountDeletion,
  DeletedAccount,
  Me,
  PasswordChange,
} from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import { deletePerson } from '../personal-data/deletePerson.ts';
import type { PersonDeletions } from '../personal-data/PersonDeletions.ts';
import { findAccount, toPerson, updateProfile } from '../records/accountRows.ts';
import { SESSION_SECURITY } from '../sessionAuth.ts';
import { changePassword } from './changePassword.ts';
import { type ConfirmDeps, confirmPassword } from './confirmPassword.ts';

const shared = { tags: ['people'], security: SESSION_SECURITY };

/** Reading and deleting one's own account, also when another identity provider manages it. */
export function meRoutes(
  app: TypedApp,
  { deletions, ...deps }: ConfirmDeps & { deletions: PersonDeletions; ownsAccounts: boolean },
): void {
  app.get(
    '/v1/me',
    { schema: { ...shared, summary: 'Who am I?', response: { 200: Me } } },
    async ({ signedIn }, reply) => reply.header('cache-control', 'no-store').send(signedIn.person),
  );

  app.delete(
    '/v1/me',
    {
      schema: {
        ...shared,
        summary: 'Delete my account',
        description:
          'Needs the `password` again, ends every session, and deletes what the server keeps for the person. With another identity provider the account there stays.',
        body: AccountDeletion,
        response: { 200: DeletedAccount },
      },
    },
    async ({ signedIn, body, address }) => {
      const { id } = signedIn.person;
      if (deps.ownsAccounts) await confirmPassword(deps, id, address, body.password ?? '');
      await deletePerson(deps.db, deletions, id);
      return { id };
    },
  );
}

/** Changing an account that this server manages. */
export function profileRoutes(app: TypedApp, deps: ConfirmDeps): void {
  app.patch(
    '/v1/me',
    {
      schema: {
        ...shared,
        summary: 'Change my name, language or picture',
        description: 'What is left out stays; null takes it away.',
        body: AccountChange,
        response: { 200: Me },
      },
    },
    async ({ signedIn, body }) =>
      deps.db.transaction(async (tx) => {
        const row = await findAccount(tx, signedIn.person.id);
        if (!row) throw new ApiError('session-ended', 'The account is gone.');
        const changed = {
          ...row,
          name: body.name ?? row.name,
          locale: body.locale === undefined ? row.locale : body.locale,
          avatar_url: body.avatarUrl === undefined ? row.avatar_url : body.avatarUrl,
          updated_at: Date.now(),
        };
        await updateProfile(tx, row.id, changed);
        return toPerson(changed);
      }),
  );

  app.post(
    '/v1/me/password',
    {
      schema: {
        ...shared,
        summary: 'Change my password',
        description: 'Ends every other session of the person.',
        body: PasswordChange,
        response: { 200: Me },
      },
    },
    async ({ signedIn: { person, sessionId }, body, address }) => {
      const session = { personId: person.id, sessionId: sessionId!, address };
      await changePassword(deps, session, body);
      return person;
    },
  );
}
