import { createHash, randomBytes } from 'node:crypto';

/** What a link is for. */
export type LinkPurpose = 'reset' | 'verify' | 'sign-up';

/** The pages of the host app that links lead to. */
const PAGES: Record<LinkPurpose, string> = {
  reset: 'reset-password',
  verify: 'verify-email',
  'sign-up': 'confirm-account',
};

/** A secret that nobody guesses. Scanners find leaked ones by the prefix. */
export function newLinkToken(): string {
  return `hal_${randomBytes(32).toString('base64url')}`;
}

/** What is kept of a token. It needs no salt: nobody can try all tokens there are. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * The address of a link. It comes from BASE_URL alone, whatever host a request names. The token is behind the `#`, which
 * browsers keep to themselves: it is in no log and no Referer.
 */
export function linkUrl(baseUrl: string, purpose: LinkPurpose, token: string): string {
  return `${baseUrl}/app/${PAGES[purpose]}#${token}`;
}
