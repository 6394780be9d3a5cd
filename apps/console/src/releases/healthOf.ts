import { type VersionDay, compareVersions } from '@host/contracts';

/** How a version ran, over the days that were read. */
export interface VersionHealth {
  version: string;
  /** Installs and their share on the last day that it ran. */
  installs: number;
  share: number;
  loaded: number;
  /** Starts that failed, in percent of all; undefined without any. */
  failureRate: number | undefined;
  /** Openings without a crash, in percent; undefined without any. */
  crashFree: number | undefined;
  /** By how many percentage points more starts and openings fail than with the version before. */
  change: number | undefined;
}

/** How each version ran, the newest first, and whether that is better or worse than the one before. */
export function healthOf(days: readonly VersionDay[]): VersionHealth[] {
  const byVersion = new Map<string, VersionDay[]>();
  for (const day of days) byVersion.set(day.version, [...(byVersion.get(day.version) ?? []), day]);
  const oldestFirst = [...byVersion].toSorted(([one], [other]) => compareVersions(one, other));
  const lastDay = days.reduce((last, { day }) => (day > last ? day : last), '');
  let before: number | undefined;
  const healths = oldestFirst.map(([version, rows]) => {
    const sum = (of: (day: VersionDay) => number) => rows.reduce((all, row) => all + of(row), 0);
    const loaded = sum((row) => row.loaded);
    const failed = sum((row) => row.loadFailed + row.crashedOnStart + row.hung);
    const crashed = sum((row) => row.crashed);
    const starts = loaded + failed;
    const bad = starts === 0 ? undefined : ((failed + crashed) / starts) * 100;
    const last = rows.find(({ day }) => day === lastDay);
    const change = bad === undefined || before === undefined ? undefined : bad - before;
    before = bad ?? before;
    return {
      version,
      installs: last?.installs ?? 0,
      share: last?.share ?? 0,
      loaded,
      failureRate: starts === 0 ? undefined : (failed / starts) * 100,
      crashFree: loaded === 0 ? undefined : Math.max(0, 1 - crashed / loaded) * 100,
      change,
    };
  });
  return healths.toReversed();
}
