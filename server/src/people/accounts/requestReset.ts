import { LIMITS, type MailedLink } from '@host/contracts';

import type { MailQueue } from '../mail/MailQueue.ts';
import { emailKey } from '../records/accountRows.ts';
import type { SignInDeps } from '../sessions/signIn.ts';

/**
 * Requests a mail with a link to set a new password. Whether there is an account is looked up only when the mail is sent,
 * so neither the answer nor its timing reveals it.
 */
export async function requestReset(
  { db, limits, mail }: Pick<SignInDeps, 'db' | 'limits'> & { mail: MailQueue },
  email: string,
  address: string,
): Promise<MailedLink> {
  limits.admitMail(address, 'reset', email);
  await mail.add(db, {
    kind: 'reset',
    recipient: email,
    recipient_key: emailKey(email),
    lifeMs: LIMITS.resetLinkSeconds * 1000,
  });
  mail.kick();
  return { expiresIn: LIMITS.resetLinkSeconds };
}
