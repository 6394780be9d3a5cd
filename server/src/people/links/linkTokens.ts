import { createHash, randomBytes } from 'node:crypto';

/** What a link is for. */
export type LinkPurpose = 'reset' | 'verify' | 'sign-up';

/** The pages of the host app that links lead to. */
const PAGES: Record<LinkPurpose, string> = {
  reset: 'reset-password',
  verify: 'verify-email',
  'sign-up': 'confirm-account',
};

/** A random secret. Scanners find leaked ones by the prefix. */
export function newLinkToken(): string {
  return `hal_${randomBytes(32).toString('base64url')}`;
}

/** The hash of a token, for storage. It needs no salt: tokens are too random to try. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * The URL of a link. It is made from BASE_URL, whatever host a request names. The token is after the `#`, which browsers
 * do not send: it gets into no log and no Referer.
 */
export function linkUrl(baseUrl: string, purpose: LinkPurpose, token: string): string {
  return `${baseUrl}/app/${PAGES[purpose]}#${token}`;
}
