import type { FastifyBaseLogger } from 'fastify';

import type { Database, Queries } from '../../storage/database/Database.types.ts';
import { insertDeletion, listDeletions, removeDeletion } from './deletionRows.ts';

type Listener = (personId: string) => Promise<void>;

const AT_ONCE = 100;

/**
 * Notifies the other parts of the server that a person was deleted. The deletion is recorded in the transaction that deletes
 * the account, and the record is removed when all parts are done: a crash in between loses nothing.
 */
export class PersonDeletions {
  readonly #db: Database;
  readonly #logger: Pick<FastifyBaseLogger, 'error'> | undefined;
  readonly #listeners = new Set<Listener>();

  constructor(db: Database, logger?: Pick<FastifyBaseLogger, 'error'>) {
    this.#db = db;
    this.#logger = logger;
  }

  onPersonDeleted(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Records a deletion, in its transaction, so that the other parts are notified. */
  note(tx: Queries, personId: string, now: number): Promise<void> {
    return insertDeletion(tx, personId, now);
  }

  /** Calls all listeners; failures are logged and tried again by `finishAll`. */
  async finish(personId: string): Promise<void> {
    try {
      for (const listener of this.#listeners) await listener(personId);
      await removeDeletion(this.#db, personId);
    } catch (err) {
      this.#logger?.error(
        { err, personId },
        'what belongs to a deleted person is not all gone yet',
      );
    }
  }

  /** Finishes deletions that a crash or failure interrupted. To be called hourly, and once all listeners are registered. */
  async finishAll(): Promise<void> {
    for (const personId of await listDeletions(this.#db, AT_ONCE)) await this.finish(personId);
  }
}
