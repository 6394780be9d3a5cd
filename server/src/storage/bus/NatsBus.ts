import type { NatsConnection } from '@nats-io/transport-node';

import type { Bus, Told } from './Bus.types.ts';
import { HEADER_BYTES, HintSigner } from './HintSigner.ts';
import { connectToNats } from './NatsTransport.ts';
import { Subjects } from './Subjects.ts';

/** The default limit of NATS, with some room for the protocol's overhead. Our nodes never send more, whatever limit is set. */
const MAX_BYTES = 1_000_000;
const RECONNECT_MS = 250;
const PING_EVERY_MS = 2000;

export interface NatsBusOptions {
  /** `nats://user:password@host:4222`, several joined by commas. */
  url: string;
  /** Separates installations that share a NATS. */
  prefix: string;
  /** The secrets that hints are signed with: the current one and, during a rotation, the previous one. */
  secrets: readonly string[];
  /** The certificates to trust, instead of those that Node does. */
  ca?: string;
  /** Called when the connection is established, and when it is lost. */
  onStatus?: (isConnected: boolean) => void;
}

/** The bus on NATS. Hints contain the messages, so that other nodes need not read them from the database. */
export class NatsBus implements Bus {
  readonly #options: NatsBusOptions;
  readonly #subjects = new Subjects();
  readonly #signer: HintSigner;
  readonly #opening: Promise<void>;
  #connection: NatsConnection | undefined;
  #isConnected = false;
  #isClosed = false;

  /** Connects in the background, as soon as NATS answers. */
  constructor(options: NatsBusOptions) {
    this.#options = options;
    this.#signer = new HintSigner(options.secrets);
    this.#opening = this.#open();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  publish(subject: string, write: (maxBytes: number) => string): void {
    // The client would queue it until NATS is back; by then, all nodes will have read it from the database.
    if (!this.#isConnected || !this.#connection) return;
    const { max_payload: most = MAX_BYTES } = this.#connection.info ?? {};
    const name = this.#nameOf(subject);
    const text = write(Math.min(most, MAX_BYTES) - HEADER_BYTES);
    this.#connection.publish(name, this.#signer.sign(name, text));
  }

  subscribe(subject: string, listener: (told: Told) => void): () => void {
    return this.#subjects.add(this.#nameOf(subject), listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // Sends what was published last.
    if (this.#isConnected) await this.#connection?.flush().catch(() => undefined);
    await this.#connection?.close();
    if (this.#connection) await this.#opening;
  }

  #nameOf(subject: string): string {
    return `${this.#options.prefix}.${subject}`;
  }

  async #open(): Promise<void> {
    while (!this.#isClosed) {
      const { url } = this.#options;
      const servers = url.split(',').map((each) => each.trim());
      const connection = await connectToNats({
        servers: servers.map((each) => new URL(each).host),
        ...credentialsOf(servers[0]!),
        noEcho: true,
        maxReconnectAttempts: -1,
        reconnectTimeWait: RECONNECT_MS,
        pingInterval: PING_EVERY_MS,
        maxBytes: MAX_BYTES,
        ca: this.#options.ca,
        onMessage: (name, bytes, start, end) => this.#hear(name, bytes, start, end),
      }).catch(() => undefined);
      if (!connection) {
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS).unref());
        continue;
      }
      if (this.#isClosed) return connection.close();
      this.#connection = connection;
      connection.subscribe(`${this.#options.prefix}.>`, {
        // Only what comes through another transport than ours, if somebody else in this process uses the client.
        callback: (error, message) => {
          if (error || message.data.length > MAX_BYTES) return;
          const { buffer, byteOffset, length } = message.data;
          this.#hear(message.subject, Buffer.from(buffer, byteOffset, length), 0, length);
        },
      });
      this.#setConnected(true);
      for await (const { type } of connection.status()) {
        if (type === 'disconnect' || type === 'staleConnection') this.#setConnected(false);
        if (type === 'reconnect') this.#setConnected(true);
      }
      this.#setConnected(false);
    }
  }

  /** Hears of a hint: the bytes from `start` to `end`, which may be overwritten afterwards. */
  #hear(name: string, bytes: Buffer, start: number, end: number): void {
    const told = this.#signer.read(name, bytes, start, end);
    if (!told) return;
    this.#subjects.emit(name, told);
    told.end();
  }

  #setConnected(isConnected: boolean): void {
    if (this.#isConnected === isConnected) return;
    this.#isConnected = isConnected;
    this.#options.onStatus?.(isConnected);
  }
}

/** The credentials of a URL, which the client expects separately. */
function credentialsOf(url: string): { user?: string; pass?: string; token?: string } {
  const { username, password } = new URL(url);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (user === '') return {};
  return pass === '' ? { token: user } : { user, pass };
}
