import { LIMITS } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import type { MailQueue } from '../mail/MailQueue.ts';
import type { AccountRow } from '../records/accountRows.ts';

/** Notifies a person by mail, if mail is configured, that their password was changed. */
export async function notifyPasswordChange(
  tx: Queries,
  mail: MailQueue | undefined,
  account: AccountRow,
): Promise<void> {
  await mail?.add(tx, {
    kind: 'password-changed',
    recipient: account.email,
    recipient_key: account.email_key,
    accountId: account.id,
    lifeMs: LIMITS.verifyLinkSeconds * 1000,
  });
}
