import { type KeyObject, sign } from 'node:crypto';

/** Signs a JSON Web Token: ES256 with a key on P-256, RS256 with an RSA key. */
export function signJwt(
  key: KeyObject,
  claims: Readonly<Record<string, string | number>>,
  header: Readonly<Record<string, string>> = {},
): string {
  const alg = key.asymmetricKeyType === 'ec' ? 'ES256' : 'RS256';
  const text = `${encode({ typ: 'JWT', ...header, alg })}.${encode(claims)}`;
  // The signature format of JSON Web Tokens for ECDSA; RSA has only one.
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
