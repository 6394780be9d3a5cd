import type { PasswordChange } from '@host/contracts';

import { ApiError } from '../../ApiError.ts';
import { deleteOtherSessions } from '../sessions/sessionRows.ts';
import { replaceHash } from './accountRows.ts';
import { type ConfirmDeps, confirmPassword } from './confirmPassword.ts';

/** Changes a password and ends every other session. Sent again it has the same outcome: the new password counts, too. */
export async function changePassword(
  deps: ConfirmDeps,
  session: { personId: string; sessionId: string; address: string },
  { currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  const { personId, sessionId, address } = session;
  const account = await confirmPassword(deps, personId, address, currentPassword, newPassword);
  const hash = await deps.passwords.hash(newPassword);
  await deps.db.transaction(async (tx) => {
    if (!(await replaceHash(tx, account.id, account.password_hash, hash))) {
      throw new ApiError('password-wrong', 'The password was changed at the same moment.');
    }
    await deleteOtherSessions(tx, account.id, sessionId);
  });
}
