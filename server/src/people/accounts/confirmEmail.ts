import { LIMITS } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import { linkInvalid } from '../links/linkInvalid.ts';
import { deleteLinksOf, takeLink } from '../links/linkRows.ts';
import type { MailQueue } from '../mail/MailQueue.ts';
import type { Person } from '../People.types.ts';
import {
  type AccountRow,
  emailKey,
  findAccount,
  takeEmail,
  toPerson,
} from '../records/accountRows.ts';
import { deletePendingOf } from '../records/pendingRows.ts';
import type { ConfirmDeps } from './confirmPassword.ts';

/**
 * Verifies the address that a link was sent to, and makes it the person's. It needs the person's session as well: a
 * stranger who requests somebody else's address for their own account gains nothing when the owner follows the link.
 */
export async function confirmEmail(
  { db, limits, mail }: Pick<ConfirmDeps, 'db' | 'limits'> & { mail: MailQueue | undefined },
  { personId, address }: { personId: string; address: string },
  token: string,
): Promise<Person> {
  limits.admitLink(address);
  const now = Date.now();
  const changed = await db.transaction(async (tx) => {
    const link = await takeLink(tx, token, 'verify', now);
    // Thrown inside the transaction, so that the link stays valid if somebody else tried it.
    if (!link || link.email === null || link.account_id !== personId) throw linkInvalid();
    const before = await findAccount(tx, personId);
    if (!before) throw new ApiError('session-ended', 'The account is gone.');
    const after: AccountRow = {
      ...before,
      email: link.email,
      email_key: emailKey(link.email),
      email_verified_at: now,
      updated_at: now,
    };
    if (!(await takeEmail(tx, after))) {
      throw new ApiError('email-taken', 'Somebody has an account with this e-mail address.');
    }
    await deleteLinksOf(tx, personId);
    await deletePendingOf(tx, after.email_key);
    if (before.email_key !== after.email_key) {
      await mail?.add(tx, {
        kind: 'email-changed',
        recipient: before.email,
        recipient_key: before.email_key,
        accountId: personId,
        lifeMs: LIMITS.verifyLinkSeconds * 1000,
      });
    }
    return after;
  });
  mail?.kick();
  return toPerson(changed);
}
