import { randomUUID } from 'node:crypto';

import type { AccountRequest } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Quotas } from '../../operations/quotas/Quotas.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { Passwords } from '../passwords/Passwords.ts';
import type { Person } from '../People.types.ts';
import {
  type AccountRow,
  emailKey,
  findAccountByEmail,
  insertAccount,
  toPerson,
} from '../records/accountRows.ts';
import type { SignInLimits } from '../sessions/SignInLimits.ts';

/** Bytes on disk of an account with its indexes and a first session. */
export const ACCOUNT_BYTES = 700;

/**
 * Creates an account. A repetition with the same password and name returns the same account: the first answer may have
 * been lost, and whoever knows the password could sign in anyway. Others learn that the address is taken, as often as
 * the limits on passwords and new accounts allow.
 */
export async function createAccount(
  {
    db,
    passwords,
    limits,
    quotas,
  }: { db: Database; passwords: Passwords; limits: SignInLimits; quotas: Quotas },
  request: AccountRequest,
  address: string,
): Promise<{ person: Person; isNew: boolean }> {
  const made = { address, email: request.email };
  const by = { address, hasSession: false };
  limits.admitAccount(address);
  await limits.admitAttempt(made);
  quotas.admit('accounts', { address, pool: 'strangers' }, ACCOUNT_BYTES);
  const now = Date.now();
  const account: AccountRow = {
    id: randomUUID(),
    email: request.email,
    email_key: emailKey(request.email),
    email_verified_at: null,
    name: request.name,
    locale: request.locale ?? null,
    avatar_url: null,
    password_hash: await passwords.hash(request.password, by),
    created_at: now,
    updated_at: now,
  };
  if (await insertAccount(db, account)) {
    limits.resetAttempts(made);
    return { person: toPerson(account), isNew: true };
  }

  const existing = await findAccountByEmail(db, request.email);
  const { matches } = await passwords.check(request.password, existing?.password_hash, by);
  if (existing && matches && existing.name === request.name) {
    return { person: toPerson(existing), isNew: false };
  }
  throw new ApiError('email-taken', 'Somebody has an account with this e-mail address.');
}
