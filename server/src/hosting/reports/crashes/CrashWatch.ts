import type { Queries } from '../../../storage/database/Database.types.ts';
import { recentCrashes } from './crashRows.ts';

/** How far clocks of nodes may differ, and how old what a slow one writes may be. */
const LOOK_BACK_MS = 10_000;

/** Tells which mini-apps crashed since the last look, on whichever node it was reported. */
export class CrashWatch {
  readonly #db: Queries;
  /** How often it had crashed at each place that was seen lately; undefined before the first look. */
  #seen: ReadonlyMap<string, number> | undefined;

  constructor(db: Queries) {
    this.#db = db;
  }

  /** The first look sees nothing new. */
  async look(now: number): Promise<Set<string>> {
    const rows = await recentCrashes(this.#db, now - LOOK_BACK_MS);
    const before = this.#seen;
    this.#seen = new Map(rows.map((row) => [`${row.app_id} ${row.place}`, row.count]));
    if (!before) return new Set();
    const isNew = (row: (typeof rows)[number]) =>
      before.get(`${row.app_id} ${row.place}`) !== row.count;
    return new Set(rows.filter(isNew).map(({ app_id }) => app_id));
  }

  /** Nobody looks for now: the next look is a first one. */
  forget(): void {
    this.#seen = undefined;
  }
}
