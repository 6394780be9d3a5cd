import type { Queries } from '../../storage/database/Database.types.ts';
import type { PeriodRow } from '../records/periodRows.ts';

/** An install that has reported in a period. */
export interface InstallRow {
  failed: number;
  is_voice: number;
}

export function findInstall(
  tx: Queries,
  { app_id, version, period }: PeriodRow,
  install: string,
): Promise<InstallRow | undefined> {
  return tx.get<InstallRow>(
    `SELECT failed, is_voice FROM report_installs
      WHERE app_id = ? AND version = ? AND period = ? AND install = ?`,
    app_id,
    version,
    period,
    install,
  );
}

/** How many installs of a network have reported in a period. */
export async function countInstalls(
  tx: Queries,
  { app_id, version, period }: PeriodRow,
  network: string,
): Promise<number> {
  const row = await tx.get<{ installs: number }>(
    `SELECT COUNT(*) AS installs FROM report_installs
      WHERE app_id = ? AND version = ? AND period = ? AND network = ?`,
    app_id,
    version,
    period,
    network,
  );
  return row!.installs;
}

/** How many installs are stored, over all versions. */
export async function countAllInstalls(db: Queries): Promise<number> {
  const row = await db.get<{ count: number }>('SELECT COUNT(*) AS count FROM report_installs');
  return row!.count;
}

export async function insertInstall(
  tx: Queries,
  { app_id, version, period }: PeriodRow,
  install: { install: string; network: string; failed: boolean; isVoice: boolean },
): Promise<void> {
  await tx.run(
    `INSERT INTO report_installs (app_id, version, period, install, failed, network, is_voice)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    app_id,
    version,
    period,
    install.install,
    install.failed ? 1 : 0,
    install.network,
    install.isVoice ? 1 : 0,
  );
}

export async function markFailed(
  tx: Queries,
  { app_id, version, period }: PeriodRow,
  install: string,
): Promise<void> {
  await tx.run(
    `UPDATE report_installs SET failed = 1
      WHERE app_id = ? AND version = ? AND period = ? AND install = ?`,
    app_id,
    version,
    period,
    install,
  );
}

/** Deletes some installs of past periods: a few with every new one, which spreads the work. */
export async function forgetSomeInstalls(
  tx: Queries,
  { app_id, version, period }: PeriodRow,
): Promise<void> {
  await tx.run(
    `DELETE FROM report_installs WHERE (app_id, version, period, install) IN (
      SELECT app_id, version, period, install FROM report_installs
        WHERE app_id = ? AND version = ? AND period < ? LIMIT 10)`,
    app_id,
    version,
    period,
  );
}
