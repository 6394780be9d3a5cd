import type { PasswordChange } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import { notifyPasswordChange } from '../account-mail/notifyPasswordChange.ts';
import { deleteLinksOf } from '../links/linkRows.ts';
import { replaceHash } from '../records/accountRows.ts';
import { deleteOtherSessions } from '../records/sessionRows.ts';
import { type ConfirmDeps, confirmPassword } from './confirmPassword.ts';

/**
 * Changes a password, ends every other session and every link, and notifies the person by mail. Repeating it has the same
 * outcome, since the new password is accepted as well.
 */
export async function changePassword(
  deps: ConfirmDeps,
  session: { personId: string; sessionId: string; address: string },
  { currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  const { personId, sessionId, address } = session;
  const account = await confirmPassword(deps, personId, address, currentPassword, newPassword);
  const hash = await deps.passwords.hash(newPassword, { address, hasSession: true });
  await deps.db.transaction(async (tx) => {
    if (!(await replaceHash(tx, account.id, account.password_hash, hash))) {
      throw new ApiError('password-wrong', 'The password was changed at the same moment.');
    }
    await deleteOtherSessions(tx, account.id, sessionId);
    await deleteLinksOf(tx, account.id);
    await notifyPasswordChange(tx, deps.mail, account);
  });
  deps.mail?.kick();
}
