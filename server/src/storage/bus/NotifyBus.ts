import type { Change, Database } from '../database/Database.types.ts';
import type { Bus, Told } from './Bus.types.ts';
import { toldByNode } from './toldByNode.ts';

/** PostgreSQL allows 8000 bytes for a notification; JSON inside of JSON can double in size. */
const MAX_BYTES = 3500;
/** NOTIFY takes a global lock in PostgreSQL at commit, so hints are batched for this long. */
const GATHERING_MS = 5;
/** The most hints that are queued: those sent while the database is unavailable are not worth keeping. */
const MAX_WAITING = 1000;
const TOPIC = 'bus:';

/** The bus of nodes that share PostgreSQL: it uses NOTIFY, outside of other transactions. */
export class NotifyBus implements Bus {
  readonly #db: Pick<Database, 'onChange' | 'tell'>;
  #waiting: Change[] = [];
  #timer: NodeJS.Timeout | undefined;
  #telling = Promise.resolve();

  constructor(db: Pick<Database, 'onChange' | 'tell'>) {
    this.#db = db;
  }

  publish(subject: string, write: (maxBytes: number) => string): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push({ topic: `${TOPIC}${subject}`, key: write(MAX_BYTES) });
    this.#timer ??= setTimeout(() => this.#flush(), GATHERING_MS);
  }

  subscribe(subject: string, listener: (told: Told) => void): () => void {
    return this.#db.onChange((change) => {
      if (change?.topic === `${TOPIC}${subject}`) listener(toldByNode(change.key));
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#flush();
    await this.#telling;
  }

  #flush(): void {
    this.#timer = undefined;
    // One at a time: hints that arrive meanwhile join the next batch.
    this.#telling = this.#telling.then(() => this.#tell());
  }

  async #tell(): Promise<void> {
    const told = this.#waiting;
    this.#waiting = [];
    if (told.length > 0) await this.#db.tell(told).catch(() => undefined);
  }
}
