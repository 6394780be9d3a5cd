import { createHash } from 'node:crypto';

/** Buckets are hundredths of a percent. */
export const BUCKETS = 10_000;

/**
 * The bucket of an install for one version. It is stable, so raising a percentage only ever adds installs. It differs
 * between versions, so that it is not always the same people who get a release first.
 */
export function rolloutBucket(appId: string, version: string, installId: string): number {
  const hash = createHash('sha256').update(`${appId}@${version}:${installId}`).digest();
  return hash.readUInt32BE(0) % BUCKETS;
}
