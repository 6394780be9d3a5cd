import type { FastifyBaseLogger } from 'fastify';

import type { Database, Queries } from '../../storage/database/Database.types.ts';

type Listener = (personId: string) => Promise<void>;

const AT_ONCE = 100;

/**
 * Tells the other parts of the server that a person was deleted. The deletion is recorded in the transaction that deletes
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

  /** Records a deletion, in its transaction, so that the other parts are told. */
  async note(tx: Queries, personId: string, now: number): Promise<void> {
    await tx.run(
      `INSERT INTO person_deletions (person_id, deleted_at) VALUES (?, ?)
        ON CONFLICT (person_id) DO NOTHING`,
      personId,
      now,
    );
  }

  /** Calls all listeners; failures are logged and tried again by `finishAll`. */
  async finish(personId: string): Promise<void> {
    try {
      for (const listener of this.#listeners) await listener(personId);
      await this.#db.run('DELETE FROM person_deletions WHERE person_id = ?', personId);
    } catch (err) {
      this.#logger?.error(
        { err, personId },
        'what belongs to a deleted person is not all gone yet',
      );
    }
  }

  /** Finishes what a crash or a failure left. To be called after the start, when every part listens, and every hour. */
  async finishAll(): Promise<void> {
    const left = await this.#db.all<{ person_id: string }>(
      'SELECT person_id FROM person_deletions ORDER BY deleted_at LIMIT ?',
      AT_ONCE,
    );
    for (const { person_id } of left) await this.finish(person_id);
  }
}
