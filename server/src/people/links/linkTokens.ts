import { createHash, randomBytes } from 'node:crypto';

/** The purpose of a link. */
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
 * The URL of a link. It is made from BASE_URL and not from a request's Host header. The token is in the fragment, which
 * browsers do not send: it appears in no log and no Referer.
 */
export function linkUrl(baseUrl: string, purpose: LinkPurpose, token: string): string {
  return `${baseUrl}/app/${PAGES[purpose]}#${token}`;
}
