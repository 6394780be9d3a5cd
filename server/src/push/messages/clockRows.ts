import { randomInt } from 'node:crypto';

import type { Queries } from '../../storage/database/Database.types.ts';

/** The last position that was given. Everything up to it is committed. */
export async function readClock(db: Queries): Promise<number> {
  const row = await db.get<{ last: number }>(`SELECT last FROM push_clock WHERE name = 'position'`);
  return row!.last;
}

/**
 * Takes `count` positions and gives the first. The row stays locked until the transaction ends: later positions are
 * committed later, so a reader who sees a position sees everything before it.
 */
export async function advanceClock(tx: Queries, count: number): Promise<number> {
  const row = await tx.get<{ last: number }>(
    `UPDATE push_clock SET last = last + ? WHERE name = 'position' RETURNING last`,
    count,
  );
  return row!.last - count + 1;
}

/** What is kept of the last run: when it was alive, and the marks of its start and its stop. */
type MarkName = 'alive-at' | 'run-mark' | 'stop-mark' | 'installation' | 'sends-counted';

/** The id of this installation: the same on all nodes, and another one for every database that was empty at first. */
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

/** Has the origin of the data checked again, so that a second restore is noticed as well, and this one is not taken for one. */
export async function forgetHistory(db: Queries): Promise<void> {
  await db.run(`DELETE FROM push_clock WHERE name IN ('history', 'run-mark', 'stop-mark')`);
}
