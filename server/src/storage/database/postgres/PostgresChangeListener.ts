import { Client, type Pool } from 'pg';
import * as z from 'zod/mini';

import type { Change } from '../Database.types.ts';
import { CHANGE_CHANNEL, PostgresChanges } from './PostgresChanges.ts';

const CONNECT_TIMEOUT_MS = 5000;
const RECONNECT_MS = 1000;

/** How often the connection is checked, and how long it may take to answer. */
interface Patience {
  askEveryMs: number;
  answerWithinMs: number;
}

const USUAL_PATIENCE: Patience = { askEveryMs: 10_000, answerWithinMs: 5000 };

const Message = z.object({
  topic: z.string(),
  key: z.string(),
  schema: z.string(),
  node: z.string(),
});
type Message = z.infer<typeof Message>;

/**
 * Listens to the changes of other nodes, on its own connection that is reopened when it breaks. A connection that only
 * listens would not notice that it is dead, so it is checked periodically.
 */
export class PostgresChangeListener extends PostgresChanges {
  readonly #pool: Pool;
  readonly #url: string;
  readonly #patience: Patience;
  #client: Client | undefined;
  #asking: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param pool the connections for this node's own notifications */
  constructor(pool: Pool, url: string, schema: string, patience = USUAL_PATIENCE) {
    super(schema);
    this.#pool = pool;
    this.#url = url;
    this.#patience = patience;
  }

  async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: this.#patience.answerWithinMs,
    });
    client.on('notification', ({ payload }) => this.#hear(payload));
    client.on('error', () => this.#reconnect(client));
    client.on('end', () => this.#reconnect(client));
    this.#client = client;
    await client.connect();
    await client.query(`LISTEN ${CHANGE_CHANNEL}`);
    if (this.#closed || this.#client !== client) return;
    this.#asking = setInterval(() => this.#ask(client), this.#patience.askEveryMs).unref();
    // Changes may have been missed while it was broken.
    this.emit(undefined);
  }

  async tell(changes: readonly Change[]): Promise<void> {
    const texts = changes.map((change) => this.textOf(change));
    await this.#pool.query('SELECT pg_notify($1, text) FROM unnest($2::text[]) AS told (text)', [
      CHANGE_CHANNEL,
      texts,
    ]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#asking);
    await this.#client?.end().catch(() => undefined);
  }

  #hear(payload = ''): void {
    const message = readMessage(payload);
    if (message?.schema !== this.schema || message.node === this.node) return;
    this.emit({ topic: message.topic, key: message.key });
  }

  #ask(client: Client): void {
    client.query('SELECT 1').catch(() => this.#reconnect(client));
  }

  #reconnect(broken: Client): void {
    if (this.#closed || this.#client !== broken) return;
    this.#client = undefined;
    clearInterval(this.#asking);
    this.emit(undefined);
    broken.end().catch(() => undefined);
    this.#retry = setTimeout(() => {
      this.connect().catch(() => {
        if (this.#client) this.#reconnect(this.#client);
      });
    }, RECONNECT_MS);
  }
}

/** Parses a notification, which is untrusted: every user of the database can send on the channel. */
function readMessage(payload: string): Message | undefined {
  try {
    return z.safeParse(Message, JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
