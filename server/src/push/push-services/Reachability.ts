import type { Change, Database } from '../../storage/database/Database.types.ts';
import { DEVICE_CHANGE } from '../devices/deviceChanges.ts';
import { isAnyReachable } from './reachableRows.ts';

/** Tracks whether any device is reached by a push service. If none is, messages to topics create no jobs. */
export class Reachability {
  readonly #db: Database;
  readonly #stopListening: () => void;
  #isAny = false;
  /** Pending reads after a change: until they end, the answer is unknown. */
  #looking = 0;

  constructor(db: Database) {
    this.#db = db;
    this.#stopListening = db.onChange((change) => this.#hear(change));
  }

  /** Unknown counts as true: a job for no device ends soon, and a device without a job gets nothing. */
  get isAny(): boolean {
    return this.#isAny || this.#looking > 0;
  }

  /** Reads it from the database. */
  async look(): Promise<void> {
    // Never back to false: an older read may return after a newer one.
    if (await isAnyReachable(this.#db)) this.#isAny = true;
  }

  close(): void {
    this.#stopListening();
  }

  #hear(change: Change | undefined): void {
    if (this.#isAny || (change && change.topic !== DEVICE_CHANGE)) return;
    this.#looking++;
    this.look()
      .catch(() => (this.#isAny = true))
      .finally(() => this.#looking--);
  }
}
