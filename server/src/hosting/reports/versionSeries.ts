import type { VersionDay, VersionSeries } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { listAdoption } from './adoptionRows.ts';
import { listDaysOfApp } from './dayRows.ts';

/** The adoption and the failures of a mini-app's versions, by day since a given one. */
export async function versionSeries(
  db: Queries,
  appId: string,
  since: string,
): Promise<VersionSeries> {
  const adoption = await listAdoption(db, appId, since);
  const totals = new Map<string, number>();
  for (const { day, installs } of adoption) totals.set(day, (totals.get(day) ?? 0) + installs);
  const days = new Map<string, VersionDay>();
  const dayOf = (day: string, version: string) => {
    const key = `${day} ${version}`;
    const known = days.get(key) ?? emptyDay(day, version);
    days.set(key, known);
    return known;
  };
  for (const { day, version, installs } of adoption) {
    Object.assign(dayOf(day, version), { installs, share: installs / totals.get(day)! });
  }
  for (const row of await listDaysOfApp(db, appId, since)) {
    Object.assign(dayOf(row.day, row.version), {
      loaded: row.loaded,
      loadFailed: row.load_failed,
      crashedOnStart: row.crashed_on_start,
      hung: row.hung,
      crashed: row.crashed,
    });
  }
  const inOrder = [...days].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { appId, since, days: inOrder.map(([, day]) => day) };
}

function emptyDay(day: string, version: string): VersionDay {
  return {
    day,
    version,
    installs: 0,
    share: 0,
    loaded: 0,
    loadFailed: 0,
    crashedOnStart: 0,
    hung: 0,
    crashed: 0,
  };
}
