import { createHash } from 'node:crypto';

/** The challenge that belongs to a verifier of PKCE (RFC 7636, S256). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
