import { connect, type NatsConnection } from '@nats-io/transport-node';

import type { Bus, Told } from './Bus.types.ts';
import { HEADER_BYTES, HintSigner } from './HintSigner.ts';
import { Subjects } from './Subjects.ts';

/** What NATS takes unless it is configured otherwise, with some room for what stands around the text. */
const MAX_BYTES = 1_000_000;
const RECONNECT_MS = 250;
const PING_EVERY_MS = 2000;

export interface NatsBusOptions {
  /** `nats://user:password@host:4222`, several joined by commas. */
  url: string;
  /** Installations that share a NATS do not hear each other. */
  prefix: string;
  /** What nodes sign with, and hear only from each other: the present one, and while it is being rotated the previous one. */
  secrets: readonly string[];
  /** Called when it is there, and when it is gone. */
  onStatus?: (isConnected: boolean) => void;
}

/** The bus by NATS: what is told carries messages, so that other nodes need not read them. */
export class NatsBus implements Bus {
  readonly #options: NatsBusOptions;
  readonly #subjects = new Subjects();
  readonly #signer: HintSigner;
  readonly #opening: Promise<void>;
  #connection: NatsConnection | undefined;
  #isConnected = false;
  #isClosed = false;

  /** Connects as soon as NATS answers: nothing waits for it. */
  constructor(options: NatsBusOptions) {
    this.#options = options;
    this.#signer = new HintSigner(options.secrets);
    this.#opening = this.#open();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  publish(subject: string, write: (maxBytes: number) => string): void {
    // The client would keep it until NATS is back; by then everybody has read it from the database.
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
    // What was published last still goes out.
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
      const connection = await connect({
        servers: servers.map((each) => new URL(each).host),
        ...credentialsOf(servers[0]!),
        noEcho: true,
        maxReconnectAttempts: -1,
        reconnectTimeWait: RECONNECT_MS,
        pingInterval: PING_EVERY_MS,
      }).catch(() => undefined);
      if (!connection) {
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS).unref());
        continue;
      }
      if (this.#isClosed) return connection.close();
      this.#connection = connection;
      connection.subscribe(`${this.#options.prefix}.>`, {
        callback: (error, message) => {
          if (!error) this.#hear(message.subject, message.data);
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

  #hear(name: string, said: Uint8Array): void {
    // Nobody of us says more, whatever NATS is configured to take.
    const told = said.length > MAX_BYTES ? undefined : this.#signer.read(name, said);
    if (told) this.#subjects.emit(name, told);
  }

  #setConnected(isConnected: boolean): void {
    if (this.#isConnected === isConnected) return;
    this.#isConnected = isConnected;
    this.#options.onStatus?.(isConnected);
  }
}

/** The client takes them apart from the address. */
function credentialsOf(url: string): { user?: string; pass?: string; token?: string } {
  const { username, password } = new URL(url);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (user === '') return {};
  return pass === '' ? { token: user } : { user, pass };
}
