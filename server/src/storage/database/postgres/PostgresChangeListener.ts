import { Client } from 'pg';

import { ChangeFeed } from '../ChangeFeed.ts';
import type { Change } from '../Database.types.ts';

/** The channel that changes travel on, apart for each schema so that installations in one database do not hear each other. */
export const CHANGE_CHANNEL = 'host_changes';

const RECONNECT_MS = 1000;

/** Hears the changes that any node commits, on a connection of its own that is made again when it breaks. */
export class PostgresChangeListener extends ChangeFeed {
  readonly #url: string;
  readonly #schema: string;
  #client: Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(url: string, schema: string) {
    super();
    this.#url = url;
    this.#schema = schema;
  }

  async connect(): Promise<void> {
    const client = new Client({ connectionString: this.#url, keepAlive: true });
    client.on('notification', ({ payload }) => this.#hear(payload));
    client.on('error', () => this.#reconnect(client));
    client.on('end', () => this.#reconnect(client));
    this.#client = client;
    await client.connect();
    await client.query(`LISTEN ${CHANGE_CHANNEL}`);
    // Whatever was committed while nobody listened is unknown.
    this.emit(undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined);
  }

  #hear(payload: string | undefined): void {
    const { schema, ...change } = JSON.parse(payload ?? '{}') as Change & { schema: string };
    if (schema === this.#schema) this.emit(change);
  }

  #reconnect(broken: Client): void {
    if (this.#closed || this.#client !== broken) return;
    this.#client = undefined;
    this.emit(undefined);
    broken.end().catch(() => undefined);
    this.#retry = setTimeout(() => {
      this.connect().catch(() => {
        if (this.#client) this.#reconnect(this.#client);
      });
    }, RECONNECT_MS);
  }
}
