import type { Queries } from '../../../storage/database/Database.types.ts';
import { recentCrashes } from './crashRows.ts';

/** Allows for clock skew between nodes, and for slow writes. */
const LOOK_BACK_MS = 10_000;

/** Polls for mini-apps that crashed since the last look, whichever node the report reached. */
export class CrashWatch {
  readonly #db: Queries;
  /** The number of crashes at each recent location; undefined before the first look. */
  #seen: ReadonlyMap<string, number> | undefined;

  constructor(db: Queries) {
    this.#db = db;
  }

  /** Returns the mini-apps with new crashes. The first call only takes a baseline. */
  async look(now: number): Promise<Set<string>> {
    const rows = await recentCrashes(this.#db, now - LOOK_BACK_MS);
    const before = this.#seen;
    this.#seen = new Map(rows.map((row) => [`${row.app_id} ${row.place}`, row.count]));
    if (!before) return new Set();
    const isNew = (row: (typeof rows)[number]) =>
      before.get(`${row.app_id} ${row.place}`) !== row.count;
    return new Set(rows.filter(isNew).map(({ app_id }) => app_id));
  }

  /** Drops the baseline when nobody is watching: the next call of `look` takes a new one. */
  forget(): void {
    this.#seen = undefined;
  }
}
