import { versionShares } from '@host/contracts';

import { countOf, formatCount } from '../text/formatNumber.ts';
import type { ReleasedVersion } from './shares.ts';

/**
 * How many installs get a version after a change, in a sentence. `installs` is how many opened the mini-app on its busiest
 * day of the last seven; without that it is not known.
 */
export function explainReach(
  version: string,
  before: readonly ReleasedVersion[],
  after: readonly ReleasedVersion[],
  installs: number | undefined,
): string {
  if (!installs)
    return 'No host opened it in the last seven days: how many installs that is, is not known.';
  const countIn = (released: readonly ReleasedVersion[]) => {
    const share = versionShares(released).find((each) => each.version === version);
    return Math.round(((share?.percent ?? 0) / 100) * installs);
  };
  const [was, is] = [countIn(before), countIn(after)];
  const about = is === installs ? 'All' : `About ${formatCount(is)} of`;
  const verb = is === 1 && is !== installs ? 'gets' : 'get';
  return `${about} ${countOf(installs, 'install')} ${verb} ${version} when they open it next${changeOf(was, is)}.`;
}

function changeOf(was: number, is: number): string {
  if (was === 0 || was === is) return '';
  return `, ${formatCount(Math.abs(is - was))} ${is > was ? 'more' : 'fewer'} than now`;
}
