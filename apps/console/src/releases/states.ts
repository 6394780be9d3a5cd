import type { MiniProgram, RegistrationRecord, VersionShare } from '@host/contracts';

import { formatPercent } from '../text/formatNumber.ts';

/** A state in words, and how it is to be taken. */
export interface StateWords {
  words: string;
  tone: 'ok' | 'warn' | 'bad' | 'info' | 'neutral';
}

/** The state of a version as an operator says it. */
export function stateOfVersion(
  version: Pick<RegistrationRecord, 'status' | 'release' | 'pausedBecause' | 'verified'>,
): StateWords {
  const { status, release, pausedBecause, verified } = version;
  if (status === 'withdrawn') return { words: 'Withdrawn', tone: 'neutral' };
  if (status === 'paused') {
    return pausedBecause === undefined
      ? { words: 'Paused', tone: 'warn' }
      : { words: 'Paused by itself', tone: 'bad' };
  }
  if (status === 'released') {
    if (release.percentage === 100) return { words: 'Live', tone: 'ok' };
    return { words: `Live for ${formatPercent(release.percentage)}`, tone: 'info' };
  }
  return verified
    ? { words: 'Not released', tone: 'neutral' }
    : { words: 'Not verified', tone: 'warn' };
}

/** The same beside the other versions: one whose place newer ones have taken is not what people get. */
export function stateAmong(
  version: Parameters<typeof stateOfVersion>[0] & Pick<RegistrationRecord, 'version'>,
  shares: readonly VersionShare[],
): StateWords {
  const share = shares.find((each) => each.version === version.version);
  if (share && share.percent < 1e-9 && version.release.cohorts.length === 0) {
    return { words: 'Released, behind a newer one', tone: 'neutral' };
  }
  return stateOfVersion(version);
}

/** The state of a mini-app as a whole. */
export function stateOfMiniApp({
  suspended,
  released,
}: Pick<MiniProgram, 'suspended' | 'released'>): StateWords {
  if (suspended) return { words: 'Suspended', tone: 'bad' };
  const [newest] = released;
  if (!newest) return { words: 'Not released', tone: 'neutral' };
  if (newest.percentage < 100) return { words: 'Rolling out', tone: 'info' };
  return { words: 'Live', tone: 'ok' };
}
