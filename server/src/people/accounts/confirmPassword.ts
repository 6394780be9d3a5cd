import { ApiError } from '../../errors/ApiError.ts';
import { type AccountRow, findAccount } from '../records/accountRows.ts';
import { checkAttempt } from '../sessions/checkAttempt.ts';
import type { SignInDeps } from '../sessions/signIn.ts';

/** What confirming a password works with. */
export type ConfirmDeps = Pick<SignInDeps, 'db' | 'passwords' | 'limits' | 'mail'>;

/**
 * The account of a person who proves to know its password; `alternative` is accepted as well. A session is not enough for
 * what cannot be undone: the device may be unattended.
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
