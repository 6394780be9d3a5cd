import type { RegistrationRecord, Trust } from '@host/contracts';

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

/** The same with the colour that it deserves. */
export function paintRelease(color: Palette, record: RegistrationRecord): string {
  const paint = !record.verified
    ? color.red
    : { registered: color.dim, released: color.green, paused: color.yellow, withdrawn: color.red }[
        record.status
      ];
  return paint(describeRelease(record));
}

/** Where a version runs, and why there: `a realm, trusted (root, 12 Jan 2026)`. */
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
