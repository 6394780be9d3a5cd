import { LIMITS } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { insertLink } from './linkRows.ts';
import { type LinkPurpose, hashOfToken, linkUrl, newLinkToken } from './linkTokens.ts';

/** How long links are valid. A reset link is as powerful as the password. */
const LINK_SECONDS: Record<LinkPurpose, number> = {
  reset: LIMITS.resetLinkSeconds,
  verify: LIMITS.verifyLinkSeconds,
  'sign-up': LIMITS.verifyLinkSeconds,
};

/** Makes a link; its secret is only in the returned URL. */
export async function makeLink(
  db: Queries,
  baseUrl: string,
  link: {
    purpose: LinkPurpose;
    accountId?: string;
    pendingId?: string;
    /** The address that the link is sent to: whoever follows it reads mail there. */
    email?: string;
  },
  now: number,
): Promise<{ url: string; expiresAt: number }> {
  const { purpose, accountId = null, pendingId = null, email = null } = link;
  const token = newLinkToken();
  const expiresAt = now + LINK_SECONDS[purpose] * 1000;
  await insertLink(db, {
    token_hash: hashOfToken(token),
    purpose,
    account_id: accountId,
    pending_id: pendingId,
    email,
    expires_at: expiresAt,
  });
  return { url: linkUrl(baseUrl, purpose, token), expiresAt };
}
