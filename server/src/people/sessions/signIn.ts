import type { SignInRequest } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { MailQueue } from '../mail/MailQueue.ts';
import type { Passwords } from '../passwords/Passwords.ts';
import { findAccountByEmail, replaceHash } from '../records/accountRows.ts';
import { checkAttempt } from './checkAttempt.ts';
import type { OpenSession, Sessions } from './Sessions.ts';
import type { SignInLimits } from './SignInLimits.ts';

/** The dependencies of signing in. */
export interface SignInDeps {
  db: Database;
  passwords: Passwords;
  sessions: Sessions;
  limits: SignInLimits;
  /** Undefined when the operator configured no mail. */
  mail: MailQueue | undefined;
}

/** Starts a session by a password. Neither the answer nor its timing reveals whether the account exists. */
export async function signIn(
  { db, passwords, sessions, limits }: SignInDeps,
  { email, password }: SignInRequest,
  from: { address: string; userAgent: string | undefined },
): Promise<OpenSession> {
  const { address } = from;
  const isKnownNetwork = async () =>
    sessions.hasStartedFrom((await findAccountByEmail(db, email))?.id, address);
  const made = { address, email, isKnownNetwork };
  await limits.admitAttempt(made);
  const account = await findAccountByEmail(db, email);
  const { matches, better } = await checkAttempt(
    { passwords, limits },
    made,
    [password],
    account?.password_hash,
  );
  if (!account || !matches) throw wrong();

  const isBetter = better && (await replaceHash(db, account.id, account.password_hash, better));
  const password_hash = isBetter ? better : account.password_hash;
  const session = await sessions.start({ id: account.id, password_hash }, from);
  if (!session) throw wrong();
  return session;
}

function wrong(): ApiError {
  return new ApiError('credentials-wrong', 'No account has this e-mail address and this password.');
}
