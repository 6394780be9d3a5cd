import { timingSafeEqual } from 'node:crypto';

import type { SecretRotation } from '@host/contracts';

/** The columns of a row whose secret can be rotated while the old one is still accepted. */
export interface ReplaceableSecret {
  id: string;
  secret_hash: string;
  created_at: number;
  /** Null if it does not expire. */
  expires_at: number | null;
  revoked_at: number | null;
  rotated_at: number | null;
  last_used_at: number | null;
  /** The previous secret, and until when it is accepted. */
  previous_hash: string | null;
  previous_ends_at: number | null;
  previous_used_at: number | null;
}

/** Which of the two secrets. */
export type SecretGeneration = 'current' | 'previous';

/** A new secret, and until when the previous one is accepted. */
export interface NextSecret {
  hash: string;
  at: number;
  expiresAt: number | null;
  previousEndsAt: number;
}

/** Which of the secrets has this hash, and when it expires; undefined if neither is accepted. */
export function acceptedSecret(
  row: ReplaceableSecret,
  hash: string,
  now: number,
): { generation: SecretGeneration; endsAt: number } | undefined {
  if (row.revoked_at !== null) return undefined;
  const endsAt = row.expires_at ?? Infinity;
  if (isSame(hash, row.secret_hash)) {
    return endsAt > now ? { generation: 'current', endsAt } : undefined;
  }
  const { previous_ends_at } = row;
  if (previous_ends_at === null || previous_ends_at <= now || !isPrevious(row, hash)) {
    return undefined;
  }
  return { generation: 'previous', endsAt: previous_ends_at };
}

/** Whether this is one of the secrets, even if it is no longer accepted. */
export function isSecretOf(row: ReplaceableSecret, hash: string): boolean {
  return isSame(hash, row.secret_hash) || isPrevious(row, hash);
}

/** The values to write when a secret is rotated. */
export function nextSecret(
  row: ReplaceableSecret,
  { overlapSeconds, expiresInSeconds }: SecretRotation,
  hash: string,
  now: number,
): NextSecret {
  const lasts = expiresInSeconds === undefined ? lifetimeOf(row) : expiresInSeconds * 1000;
  return {
    hash,
    at: now,
    expiresAt: lasts === undefined ? null : now + lasts,
    // A rotation must not extend the lifetime of the old secret.
    previousEndsAt: Math.min(now + overlapSeconds * 1000, row.expires_at ?? Infinity),
  };
}

/** The rotation of a secret as the API shows it. */
export function rotationRecord(
  row: ReplaceableSecret,
  now: number,
): { rotatedAt?: string; previous?: { endsAt: string; lastUsedAt?: string } } {
  const time = (ms: number) => new Date(ms).toISOString();
  return {
    ...(row.rotated_at !== null && { rotatedAt: time(row.rotated_at) }),
    ...(row.revoked_at === null &&
      row.previous_ends_at !== null &&
      row.previous_ends_at > now && {
        previous: {
          endsAt: time(row.previous_ends_at),
          ...(row.previous_used_at !== null && { lastUsedAt: time(row.previous_used_at) }),
        },
      }),
  };
}

/** The lifetime that a secret was issued for; undefined if it does not expire. */
function lifetimeOf(row: ReplaceableSecret): number | undefined {
  if (row.expires_at === null) return undefined;
  return row.expires_at - (row.rotated_at ?? row.created_at);
}

function isPrevious({ previous_hash }: ReplaceableSecret, hash: string): boolean {
  return previous_hash !== null && isSame(hash, previous_hash);
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
}
