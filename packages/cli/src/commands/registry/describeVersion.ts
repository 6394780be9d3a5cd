import type { RegistrationRecord } from '@host/contracts';

import type { Palette } from '../../frame/Palette.ts';

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
