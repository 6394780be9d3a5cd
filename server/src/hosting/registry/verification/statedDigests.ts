import type { Platform, ProblemItem, Registration } from '@host/contracts';

import { ApiError } from '../../../errors/ApiError.ts';
import type { Platforms } from '../../records/versionRows.ts';

/** Refuses artifacts that are not the ones whose digests the publisher stated. */
export function checkStatedDigests(registration: Registration, platforms: Platforms): void {
  const stated = Object.entries(registration.digests ?? {}) as [Platform, string][];
  const errors = stated.flatMap(([platform, sha256]): ProblemItem[] => {
    const actual = platforms[platform]?.sha256;
    if (actual === sha256) return [];
    const detail = actual ? `the artifact has ${actual}` : 'there is no such artifact';
    return [{ pointer: `/digests/${platform}`, code: 'digest_differs', detail }];
  });
  const [first] = errors;
  if (first) {
    throw new ApiError('artifact-digest-mismatch', `${first.pointer}: ${first.detail}`, { errors });
  }
}
