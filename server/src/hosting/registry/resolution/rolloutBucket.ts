import { createHash } from 'node:crypto';

/** Buckets are hundredths of a percent. */
export const BUCKETS = 10_000;

/**
 * The bucket of an install for one version. It never changes, so raising a percentage only ever adds installs; it
 * differs from version to version, so that not the same people are first every time.
 */
export function rolloutBucket(appId: string, version: string, installId: string): number {
  const hash = createHash('sha256').update(`${appId}@${version}:${installId}`).digest();
  return hash.readUInt32BE(0) % BUCKETS;
}
