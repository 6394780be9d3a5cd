import type { MiniProgram, MiniProgramUsage } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { dayOf } from '../analytics/dayOf.ts';
import { listAdoptionOf } from './adoptionRows.ts';
import { sumReleasedDays } from './dayRows.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 7;

/** Adds the usage of the last seven days to mini-apps. */
export async function withUsage(
  db: Queries,
  apps: readonly MiniProgram[],
  now: number,
): Promise<MiniProgram[]> {
  const appIds = apps.map(({ appId }) => appId);
  const since = dayOf(now - (DAYS - 1) * DAY_MS);
  const adoption = await listAdoptionOf(db, appIds, since);
  const sums = new Map(
    (await sumReleasedDays(db, appIds, since)).map((row) => [row.app_id, row] as const),
  );
  return apps.map((app) => {
    const own = adoption.filter(({ app_id }) => app_id === app.appId);
    const usage = usageOf(own, app.released[0]?.version);
    if (!usage) return app;
    const { loaded, crashed } = sums.get(app.appId) ?? { loaded: 0, crashed: 0 };
    const crashFree = loaded === 0 ? undefined : Math.max(0, 1 - crashed / loaded);
    return { ...app, usage: { ...usage, ...(crashFree !== undefined && { crashFree }) } };
  });
}

function usageOf(
  rows: readonly { day: string; version: string; installs: number }[],
  newest: string | undefined,
): MiniProgramUsage | undefined {
  const totals = new Map<string, number>();
  for (const { day, installs } of rows) totals.set(day, (totals.get(day) ?? 0) + installs);
  const day = [...totals.keys()].toSorted().at(-1);
  if (day === undefined) return undefined;
  const installs = totals.get(day)!;
  const ofNewest = rows.find((row) => row.day === day && row.version === newest);
  return {
    day,
    installs,
    ...(newest !== undefined && { onNewest: (ofNewest?.installs ?? 0) / installs }),
    mostInstalls: Math.max(...totals.values()),
  };
}
