import { randomUUID } from 'node:crypto';

import { type AccountRequest, LIMITS, type MailedLink } from '@host/contracts';

import type { Quotas } from '../../operations/quotas/Quotas.ts';
import type { MailQueue } from '../mail/MailQueue.ts';
import { emailKey } from '../records/accountRows.ts';
import { insertPending } from '../records/pendingRows.ts';
import type { SignInDeps } from '../sessions/signIn.ts';
import { ACCOUNT_BYTES } from './createAccount.ts';

const LIFE_MS = LIMITS.verifyLinkSeconds * 1000;

/**
 * Requests an account, if mail is configured. Neither the answer nor its timing reveals whether the address is taken, since
 * it is not looked up. Its owner gets a mail with the link, or with the notice that they have an account.
 */
export async function requestAccount(
  { db, passwords, limits, quotas, mail }: SignInDeps & { quotas: Quotas; mail: MailQueue },
  request: AccountRequest,
  address: string,
): Promise<MailedLink> {
  limits.admitAccountMail(address, request.email);
  await limits.admitAttempt({ address, email: request.email });
  quotas.admit('accounts', { address, pool: 'strangers' }, ACCOUNT_BYTES);
  const id = randomUUID();
  const key = emailKey(request.email);
  const pending = {
    id,
    email: request.email,
    email_key: key,
    name: request.name,
    locale: request.locale ?? null,
    password_hash: await passwords.hash(request.password, { address, hasSession: false }),
    expires_at: Date.now() + LIFE_MS,
  };
  await db.transaction(async (tx) => {
    const recipient = { recipient: request.email, recipient_key: key };
    const isQueued = await mail.add(tx, {
      kind: 'sign-up',
      ...recipient,
      pendingId: id,
      lifeMs: LIFE_MS,
    });
    if (isQueued) await insertPending(tx, pending);
  });
  mail.kick();
  return { expiresIn: LIMITS.verifyLinkSeconds };
}
