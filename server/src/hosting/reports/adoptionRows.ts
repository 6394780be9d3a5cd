import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';

/** An install on a day. `install` is a digest that means nothing on another day. */
interface Adoption {
  appId: string;
  day: string;
  install: string;
  version: string;
}

/** Counts which version an install runs on a day: each install once, under the version that it ran last. */
export async function countAdoption(tx: Queries, adoption: Adoption): Promise<void> {
  const { appId, day, install, version } = adoption;
  const known = await tx.get<{ version: string }>(
    'SELECT version FROM adoption_installs WHERE day = ? AND app_id = ? AND install = ?',
    day,
    appId,
    install,
  );
  if (known?.version === version) return;
  await tx.run(
    `INSERT INTO adoption_installs (day, app_id, install, version) VALUES (?, ?, ?, ?)
      ON CONFLICT (day, app_id, install) DO UPDATE SET version = excluded.version`,
    day,
    appId,
    install,
    version,
  );
  const add = (of: string, installs: number) =>
    tx.run(
      `INSERT INTO adoption_days (app_id, day, version, installs) VALUES (?, ?, ?, ?)
        ON CONFLICT (app_id, day, version) DO UPDATE SET installs = adoption_days.installs + excluded.installs`,
      appId,
      day,
      of,
      installs,
    );
  if (known) await add(known.version, -1);
  await add(version, 1);
}

/** How many installs ran which version since a day, the oldest first. */
export function listAdoption(
  db: Queries,
  appId: string,
  since: string,
): Promise<{ day: string; version: string; installs: number }[]> {
  return db.all(
    `SELECT day, version, installs FROM adoption_days
      WHERE app_id = ? AND day >= ? AND installs > 0 ORDER BY day, version`,
    appId,
    since,
  );
}

/** The same for several mini-apps. */
export async function listAdoptionOf(
  db: Queries,
  appIds: readonly string[],
  since: string,
): Promise<{ app_id: string; day: string; version: string; installs: number }[]> {
  const rows = [];
  for (const { marks, values } of listsOf(appIds)) {
    rows.push(
      ...(await db.all<{ app_id: string; day: string; version: string; installs: number }>(
        `SELECT app_id, day, version, installs FROM adoption_days
          WHERE app_id IN ${marks} AND day >= ? AND installs > 0`,
        ...values,
        since,
      )),
    );
  }
  return rows;
}

/** Deletes some installs of days that are over. Returns their number. */
export function forgetAdoptingInstalls(
  db: Queries,
  before: string,
  limit: number,
): Promise<number> {
  return db.run(
    `DELETE FROM adoption_installs WHERE (day, app_id, install) IN (
      SELECT day, app_id, install FROM adoption_installs WHERE day < ? LIMIT ?)`,
    before,
    limit,
  );
}

/** Deletes some counts from before a day. Returns their number. */
export function forgetAdoption(db: Queries, before: string, limit: number): Promise<number> {
  return db.run(
    `DELETE FROM adoption_days WHERE (app_id, day, version) IN (
      SELECT app_id, day, version FROM adoption_days WHERE day < ? LIMIT ?)`,
    before,
    limit,
  );
}
