import {
  type MiniProgram,
  type RegistrationRecord,
  type Trust,
  compareVersions,
} from '@host/contracts';

import { formatDate } from '../../terminal/formatDate.ts';
import type { Palette } from '../../terminal/Palette.ts';

/** Who gets a version, in a few words: `released to 10 %, cohorts beta`. */
function describeRelease({ status, release, verified }: RegistrationRecord): string {
  if (!verified) return `${status}, not verified`;
  if (status !== 'released') return status;
  const cohorts = release.cohorts.length > 0 ? `cohorts ${release.cohorts.join(', ')}` : '';
  const share = release.percentage === 100 ? 'everybody' : `${release.percentage} %`;
  return `released to ${[share, cohorts].filter(Boolean).join(' and ')}`;
}

/** The same in colour. */
export function paintRelease(color: Palette, record: RegistrationRecord): string {
  const paint = !record.verified
    ? color.red
    : { registered: color.dim, released: color.green, paused: color.yellow, withdrawn: color.red }[
        record.status
      ];
  return paint(describeRelease(record));
}

/** Whether a version is released to everybody whose host can run it. */
export function isForEverybody({ status, release, verified }: RegistrationRecord): boolean {
  return verified && status === 'released' && release.percentage === 100;
}

/** Who gets a version, in a list of versions, where a newer one may have superseded it. */
export function describeUse(
  color: Palette,
  record: RegistrationRecord,
  everybodysVersion: string | undefined,
): string {
  const isSuperseded =
    everybodysVersion !== undefined &&
    record.status === 'released' &&
    compareVersions(record.version, everybodysVersion) < 0;
  return isSuperseded
    ? color.dim(`released, superseded by ${everybodysVersion}`)
    : paintRelease(color, record);
}

/** Which versions people get: `1.4.0 (10 %), 1.3.2`. */
export function describeServed(color: Palette, released: MiniProgram['released']): string {
  if (released.length === 0) return color.dim('nothing');
  return released
    .map(({ version, percentage, cohorts }) => {
      if (percentage === 100) return color.green(version);
      const share = [percentage > 0 ? `${percentage} %` : '', ...cohorts].filter(Boolean);
      return `${version} (${share.join(', ') || 'nobody'})`;
    })
    .join(', ');
}

/** How a version is isolated, and why: `a realm, trusted (root, 12 Jan 2026)`. */
export function describeIsolation(
  color: Palette,
  { isolation, trust }: RegistrationRecord,
): string {
  return `a ${isolation}${color.dim(describeTrust(trust))}`;
}

function describeTrust({ state, through, reason, by, at }: Trust): string {
  const what = {
    trusted: `${through === 'publisher' ? 'its publisher is ' : ''}trusted`,
    lapsed: `the trust${through === 'publisher' ? ' in its publisher' : ''} lapsed`,
    none: 'not trusted',
  }[state];
  const who = by === undefined || at === undefined ? '' : ` (${by}, ${formatDate(at)})`;
  return `, ${what}${reason === undefined ? '' : `: ${reason}`}${who}`;
}
