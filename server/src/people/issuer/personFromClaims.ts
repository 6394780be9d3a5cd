import { createHash } from 'node:crypto';

import { LIMITS, withoutUnseen } from '@host/contracts';
import type { JWTPayload } from 'jose';

import { ApiError } from '../../errors/ApiError.ts';
import type { Person } from '../People.types.ts';
import { unnamedIn } from '../texts/unnamedIn.ts';

/** The person whom an issuer's claims are about. */
export function personFromClaims(claims: JWTPayload, issuer: string): Person {
  if (!claims.sub) throw new ApiError('unauthorized', 'The token does not say whose it is.');
  const text = (name: string, longest: number) => textIn(claims, name, longest);
  const name = nameFromClaims(claims);
  const email = isTrue(claims['email_verified']) ? text('email', LIMITS.emailLength) : undefined;
  const locale = text('locale', LIMITS.localeLength);
  const picture = text('picture', LIMITS.urlLength);
  const hash = createHash('sha256').update(JSON.stringify([issuer, claims.sub]));
  return {
    // The `sub` of an issuer can have any form; this id fits into topics, keys and URLs.
    id: `oidc-${hash.digest('base64url')}`,
    name: name ?? unnamedIn(locale),
    ...(email !== undefined && { email }),
    emailVerified: email !== undefined,
    ...(locale !== undefined && { locale }),
    ...(picture !== undefined && /^https:\/\//i.test(picture) && { avatarUrl: picture }),
  };
}

/** The name in the claims, without invisible characters: they are removed, since the person cannot correct their issuer. */
export function nameFromClaims(claims: Readonly<Record<string, unknown>>): string | undefined {
  return ['name', 'preferred_username', 'nickname', 'given_name']
    .map((claim) => withoutUnseen(textIn(claims, claim, LIMITS.nameLength) ?? '').trim())
    .find((name) => name !== '');
}

function textIn(
  claims: Readonly<Record<string, unknown>>,
  name: string,
  longest: number,
): string | undefined {
  const value = claims[name];
  const fits = typeof value === 'string' && value.trim() !== '' && value.length <= longest;
  return fits ? value : undefined;
}

/** The claim is a boolean; some providers send it as a string. Anything else counts as false. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true';
}
