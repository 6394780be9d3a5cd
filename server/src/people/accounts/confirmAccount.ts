import { randomUUID } from 'node:crypto';

import type { AccountConfirmation } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import { linkInvalid } from '../links/linkInvalid.ts';
import { findLink, takeLink } from '../links/linkRows.ts';
import type { Person } from '../People.types.ts';
import { type AccountRow, insertAccount, toPerson } from '../records/accountRows.ts';
import { deletePendingOf, findPending } from '../records/pendingRows.ts';
import { checkAttempt } from '../sessions/checkAttempt.ts';
import type { SignInDeps } from '../sessions/signIn.ts';

/**
 * Creates a requested account. It needs the link, which only the owner of the address has, and the password, which only
 * the requester knows: a stranger who requests an account with somebody else's address gains nothing when they follow
 * the link.
 */
export async function confirmAccount(
  { db, passwords, limits }: Omit<SignInDeps, 'sessions'>,
  { token, password }: AccountConfirmation,
  address: string,
): Promise<Person> {
  limits.admitLink(address);
  const now = Date.now();
  const link = await findLink(db, token, 'sign-up', now);
  const pending = link?.pending_id ? await findPending(db, link.pending_id) : undefined;
  if (!pending) throw linkInvalid();
  const made = { address, email: pending.email };
  await limits.admitAttempt(made);
  const { matches } = await checkAttempt(
    { passwords, limits },
    made,
    [password],
    pending.password_hash,
  );
  if (!matches) {
    throw new ApiError(
      'password-wrong',
      'It is not the password that the account was asked for with.',
    );
  }
  const { expires_at: _, ...chosen } = pending;
  const account: AccountRow = {
    ...chosen,
    id: randomUUID(),
    email_verified_at: now,
    avatar_url: null,
    created_at: now,
    updated_at: now,
  };
  await db.transaction(async (tx) => {
    if (!(await takeLink(tx, token, 'sign-up', now))) throw linkInvalid();
    if (!(await insertAccount(tx, account))) throw linkInvalid();
    await deletePendingOf(tx, account.email_key);
  });
  return toPerson(account);
}
