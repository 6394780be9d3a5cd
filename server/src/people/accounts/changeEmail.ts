import { type EmailChange, LIMITS, type MailedLink } from '@host/contracts';

import type { MailQueue } from '../mail/MailQueue.ts';
import { emailKey } from '../records/accountRows.ts';
import { type ConfirmDeps, confirmPassword } from './confirmPassword.ts';

type ChangeDeps = ConfirmDeps & { mail: MailQueue };

/** Requests a new address, which takes effect when its link is followed. Only the address's owner learns if it is taken. */
export async function changeEmail(
  deps: ChangeDeps,
  { personId, address }: { personId: string; address: string },
  { email, password }: EmailChange,
): Promise<MailedLink> {
  await confirmPassword(deps, personId, address, password);
  return sendVerification(deps, { personId, address }, email);
}

/** Sends the link that verifies an address of a person. */
export async function sendVerification(
  { db, limits, mail }: ChangeDeps,
  { personId, address }: { personId: string; address: string },
  email: string,
): Promise<MailedLink> {
  limits.admitMail(address, 'verify', email);
  await mail.add(db, {
    kind: 'verify',
    recipient: email,
    recipient_key: emailKey(email),
    accountId: personId,
    lifeMs: LIMITS.verifyLinkSeconds * 1000,
  });
  mail.kick();
  return { expiresIn: LIMITS.verifyLinkSeconds };
}
