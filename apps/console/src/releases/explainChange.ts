import { type VersionShare, versionShares } from '@host/contracts';

import { formatPercent } from '../text/formatNumber.ts';
import type { ReleasedVersion } from './shares.ts';

/** What will happen, in sentences that can be read before the click. */
export function explainChange(
  before: readonly ReleasedVersion[],
  after: readonly ReleasedVersion[],
): string[] {
  const was = new Map(versionShares(before).map((share) => [share.version, share.percent]));
  const sentences = versionShares(after).map((share) =>
    sentenceOf(share, was.get(share.version) ?? 0),
  );
  const gone = versionShares(before).filter(
    ({ version }) => version !== undefined && !after.some((each) => each.version === version),
  );
  return [
    ...gone.map(({ version }) => `${version} goes to nobody.`),
    ...sentences.filter((text) => text !== undefined),
    ...after.flatMap(({ version, cohorts }) =>
      cohorts.length === 0
        ? []
        : [`Every install of ${listOf(cohorts)} gets ${version}, or a newer one.`],
    ),
  ];
}

function sentenceOf({ version, percent }: VersionShare, before: number): string | undefined {
  if (percent === 0 && before === 0) return undefined;
  if (version === undefined && percent === 100) return 'Nobody gets any version.';
  const share = percent > 99.999_999 ? 'Everybody' : `${formatPercent(percent)} of all installs`;
  const verb = percent > 99.999_999 ? 'gets' : 'get';
  const change = Math.abs(percent - before) < 1e-9 ? ', as now' : fromNow(before);
  if (version === undefined) return `${share} ${verb} no version at all${change}.`;
  return `${share} ${verb} ${version}${change}.`;
}

function fromNow(before: number): string {
  return before === 0 ? '' : ` (now ${formatPercent(before)})`;
}

function listOf(names: readonly string[]): string {
  const all = names.map((name) => `“${name}”`);
  return all.length === 1
    ? `the cohort ${all[0]}`
    : `the cohorts ${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
