import { ApiError } from '../../errors/ApiError.ts';
import { type AccountRow, findAccount } from '../records/accountRows.ts';
import { checkAttempt } from '../sessions/checkAttempt.ts';
import type { SignInDeps } from '../sessions/signIn.ts';

/** What confirming a password depends on. */
export type ConfirmDeps = Pick<SignInDeps, 'db' | 'passwords' | 'limits' | 'mail'>;

/**
 * Returns the account if the password is right; `alternative` is accepted as well. A session is not enough for actions
 * that cannot be undone: the device may be unattended.
 */
export async function confirmPassword(
  { db, passwords, limits }: ConfirmDeps,
  personId: string,
  address: string,
  password: string,
  alternative?: string,
): Promise<AccountRow> {
  const account = await findAccount(db, personId);
  if (!account) throw new ApiError('session-ended', 'The account is gone.');
  const made = { address, email: account.email, hasSession: true };
  await limits.admitAttempt(made);
  const { matches } = await checkAttempt(
    { passwords, limits },
    made,
    alternative === undefined ? [password] : [password, alternative],
    account.password_hash,
  );
  if (matches) return account;
  throw new ApiError('password-wrong', 'It is not the password of this account.');
}
