import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { TLSSocket, connect as connectSecurely } from 'node:tls';

import {
  type ConnectionOptions,
  type Deferred,
  type NatsConnection,
  NatsConnectionImpl,
  type Server,
  type ServerInfo,
  type Transport,
  checkOptions,
  deferred,
  setTransportFactory,
} from '@nats-io/transport-node';

import { NatsFrames, type OnMessage } from './NatsFrames.ts';

/** What the socket reads into, again and again: many hints of usual size at once. */
const READ_BYTES = 256 * 1024;
const INFO = 'INFO ';

/** What a connection passes to its transport, besides the options of the client. */
interface TransportOptions extends ConnectionOptions {
  maxBytes: number;
  onMessage: OnMessage;
  /** The certificates to trust, instead of those that Node does. */
  ca: string | undefined;
}

/**
 * Connects the client to NATS with a transport that hands messages over as they are read. The client's own takes several times
 * as long for a hint as everything that a node without a device for it has to do; it still does everything but messages.
 */
export function connectToNats(options: TransportOptions): Promise<NatsConnection> {
  // Shared by all connections of the process; each passes its own options.
  setTransportFactory({
    factory: () => new NatsTransport(),
    dnsResolveFn: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  });
  return NatsConnectionImpl.connect(options);
}

/** A connection to a NATS server, until it is lost. */
class NatsTransport implements Transport {
  readonly lang = 'node';
  readonly version = process.versions.node;
  closeError?: Error;
  #socket: Socket | undefined;
  #isConnected = false;
  readonly #ending = new AbortController();
  /** Lines that the client has not read yet. */
  #lines: Uint8Array[] = [];
  #isTold: Deferred<void> = deferred();
  readonly #whenClosed: Deferred<void | Error> = deferred();

  get isClosed(): boolean {
    return this.#ending.signal.aborted;
  }

  async connect(server: Server, options: ConnectionOptions): Promise<void> {
    const { maxBytes, onMessage, ca } = options as TransportOptions;
    const onLine = (line: Uint8Array) => {
      this.#lines.push(line);
      this.#isTold.resolve();
    };
    const frames = new NatsFrames({ maxBytes, onMessage, onLine });
    const read = (bytes: Buffer, length: number) => {
      if (this.isClosed) return;
      try {
        frames.read(bytes, length);
      } catch (error) {
        this.#end(error as Error);
      }
    };
    const plain = this.#follow(openSocket(server, read));
    await this.#isTold;
    const [line] = this.#lines;
    if (!line) throw this.closeError ?? new Error('NATS closed the connection.');
    const info = readInfo(line);
    checkOptions(info, options);
    if (info.tls_required || info.tls_available) {
      const { tlsName: servername } = server;
      const secure = this.#follow(
        connectSecurely({ socket: plain, servername, ca, rejectUnauthorized: true }),
      );
      await once(secure, 'secureConnect', this.#ending);
      secure.on('data', (bytes) => read(bytes, bytes.length));
    }
    this.#isConnected = true;
  }

  async *[Symbol.asyncIterator](): AsyncIterableIterator<Uint8Array> {
    for (;;) {
      const lines = this.#lines;
      this.#lines = [];
      yield* lines;
      if (this.#lines.length > 0) continue;
      if (this.isClosed) return;
      this.#isTold = deferred();
      await this.#isTold;
    }
  }

  isEncrypted(): boolean {
    return this.#socket instanceof TLSSocket;
  }

  send(frame: Uint8Array): void {
    if (!this.isClosed) this.#socket?.write(frame);
  }

  async close(error?: Error): Promise<void> {
    this.#end(error);
  }

  disconnect(): void {
    this.#end();
  }

  closed(): Promise<void | Error> {
    return this.#whenClosed;
  }

  discard(): void {
    this.#isConnected = false;
    this.#end();
  }

  #follow<Kind extends Socket>(socket: Kind): Kind {
    this.#socket = socket;
    let failure: Error | undefined;
    socket.on('error', (error) => (failure = error));
    // A socket that another one encrypts is closed with it.
    socket.on('close', () => socket === this.#socket && this.#end(failure));
    return socket;
  }

  #end(error?: Error): void {
    if (this.isClosed) return;
    this.#ending.abort();
    if (error) this.closeError = error;
    this.#socket?.destroy();
    this.#isTold.resolve();
    // The client connects again when a connection ends, but not when one could not be opened: that it knows already.
    if (this.#isConnected) this.#whenClosed.resolve(error);
  }
}

/** A socket that always reads into the same buffer, and past the streams of Node. */
function openSocket(
  { hostname, port }: Server,
  read: (bytes: Buffer, length: number) => void,
): Socket {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  const callback = (length: number) => {
    read(buffer, length);
    return true;
  };
  return connectSocket({ host: hostname, port, noDelay: true, onread: { buffer, callback } });
}

function readInfo(line: Uint8Array): ServerInfo {
  const text = Buffer.from(line).toString();
  if (!text.startsWith(INFO)) throw new Error('NATS sent an unexpected answer.');
  return JSON.parse(text.slice(INFO.length)) as ServerInfo;
}
