import type { Change, Database } from '../../storage/database/Database.types.ts';
import { DEVICE_CHANGE } from '../devices/deviceChanges.ts';
import { isAnyReachable } from './reachableRows.ts';

/** Whether any device is reached by a push service. On a server where none is, messages to topics make no jobs. */
export class Reachability {
  readonly #db: Database;
  readonly #stopListening: () => void;
  #isAny = false;

  constructor(db: Database) {
    this.#db = db;
    this.#stopListening = db.onChange((change) => this.#hear(change));
  }

  get isAny(): boolean {
    return this.#isAny;
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
    // Unknown counts as true: a job for no device ends soon.
    this.look().catch(() => (this.#isAny = true));
  }
}
