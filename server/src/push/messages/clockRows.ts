import { randomInt } from 'node:crypto';

import type { Queries } from '../../storage/database/Database.types.ts';

/** The last assigned position. Everything up to it is committed. */
export async function readClock(db: Queries): Promise<number> {
  const row = await db.get<{ last: number }>(`SELECT last FROM push_clock WHERE name = 'position'`);
  return row!.last;
}

/**
 * Takes `count` positions and returns the first. The row stays locked until the transaction ends: later positions are
 * committed later, so a reader who sees a position sees everything before it.
 */
export async function advanceClock(tx: Queries, count: number): Promise<number> {
  const row = await tx.get<{ last: number }>(
    `UPDATE push_clock SET last = last + ? WHERE name = 'position' RETURNING last`,
    count,
  );
  return row!.last - count + 1;
}

/** Records of the last run: when it was alive, and the marks of its start and its stop. */
type MarkName = 'alive-at' | 'run-mark' | 'stop-mark' | 'installation' | 'sends-counted';

/** The id of this installation: the same on all nodes, and generated anew for every empty database. */
export async function installationOf(db: Queries): Promise<string> {
  await db.run(
    `INSERT INTO push_clock (name, last) VALUES ('installation', ?) ON CONFLICT (name) DO NOTHING`,
    randomInt(2 ** 47),
  );
  return String(await readMark(db, 'installation'));
}

export async function readMark(db: Queries, name: MarkName): Promise<number | undefined> {
  const row = await db.get<{ last: number }>('SELECT last FROM push_clock WHERE name = ?', name);
  return row?.last;
}

export async function writeMark(db: Queries, name: MarkName, value: number): Promise<void> {
  await db.run(
    `INSERT INTO push_clock (name, last) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET last = excluded.last`,
    name,
    value,
  );
}

/** Resets the records of earlier runs, so that this restore is not detected as one again, but the next one is. */
export async function forgetHistory(db: Queries): Promise<void> {
  await db.run(`DELETE FROM push_clock WHERE name IN ('history', 'run-mark', 'stop-mark')`);
}
