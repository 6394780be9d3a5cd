import type { Queries } from '../../storage/database/Database.types.ts';

/** Counts of a version's starts. */
export interface StartCounts {
  installs: number;
  failed_installs: number;
  networks: number;
  failed_networks: number;
}

export interface PeriodRow extends StartCounts {
  app_id: string;
  version: string;
  period: number;
  started_at: number;
}

export function findPeriod(
  db: Queries,
  appId: string,
  version: string,
): Promise<PeriodRow | undefined> {
  return db.get<PeriodRow>(
    'SELECT * FROM report_periods WHERE app_id = ? AND version = ?',
    appId,
    version,
  );
}

/** The current counting period, created if there is none. Locks it against other reports until the transaction ends. */
export async function openPeriod(
  tx: Queries,
  appId: string,
  version: string,
  now: number,
): Promise<PeriodRow> {
  const row = await tx.get<PeriodRow>(
    `INSERT INTO report_periods
        (app_id, version, period, started_at, installs, failed_installs, networks, failed_networks)
      VALUES (?, ?, 1, ?, 0, 0, 0, 0)
      ON CONFLICT (app_id, version) DO UPDATE SET period = report_periods.period RETURNING *`,
    appId,
    version,
    now,
  );
  return row!;
}

/** Resets the counts of a version's starts. */
export async function restartCounting(
  tx: Queries,
  appId: string,
  version: string,
  now: number,
): Promise<void> {
  await tx.run(
    `UPDATE report_periods SET period = period + 1, started_at = ?, installs = 0, failed_installs = 0,
        networks = 0, failed_networks = 0 WHERE app_id = ? AND version = ?`,
    now,
    appId,
    version,
  );
}

export async function addToPeriod(
  tx: Queries,
  { app_id, version }: PeriodRow,
  more: StartCounts,
): Promise<void> {
  await tx.run(
    `UPDATE report_periods SET installs = installs + ?, failed_installs = failed_installs + ?,
        networks = networks + ?, failed_networks = failed_networks + ? WHERE app_id = ? AND version = ?`,
    more.installs,
    more.failed_installs,
    more.networks,
    more.failed_networks,
    app_id,
    version,
  );
}
