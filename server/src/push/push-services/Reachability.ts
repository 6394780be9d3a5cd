import type { Change, Database } from '../../storage/database/Database.types.ts';
import { DEVICE_CHANGE } from '../devices/deviceChanges.ts';
import { isAnyReachable } from './reachableRows.ts';

/**
 * Whether any device is reached by another service. Where none is, as on a server whose devices all connect to it,
 * messages to topics make no work.
 */
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

  /** Finds out. */
  async look(): Promise<void> {
    // Never back to none: this may have been read before another look found one, and arrive after it.
    if (await isAnyReachable(this.#db)) this.#isAny = true;
  }

  close(): void {
    this.#stopListening();
  }

  #hear(change: Change | undefined): void {
    if (this.#isAny || (change && change.topic !== DEVICE_CHANGE)) return;
    // Not known is not none: work for nobody is done soon.
    this.look().catch(() => (this.#isAny = true));
  }
}
