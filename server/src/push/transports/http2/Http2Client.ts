import { Deadlines } from './Deadlines.ts';
import { Exchange } from './Exchange.ts';
import type { Http2ClientOptions, Http2Request, Http2Result } from './Http2Client.types.ts';
import { Http2Connection } from './Http2Connection.ts';

const DEFAULTS = {
  timeoutMs: 15_000,
  connectMs: 10_000,
  mostConnections: 1,
  mostStreams: 500,
  mostWaiting: 10_000,
  startsWithOneStream: false,
  pingEveryMs: 60_000,
  pingMs: 10_000,
};

/**
 * Sends POST requests to one origin over a few long-lived connections. Every request ends within its timeout with an
 * answer or a failure, and is sent at most once: retries are up to the caller.
 */
export class Http2Client {
  readonly #options: typeof DEFAULTS & Http2ClientOptions;
  readonly #connections = new Set<Http2Connection>();
  readonly #waiting = new Set<Exchange>();
  readonly #deadlines: Deadlines;
  #isClosed = false;

  constructor(options: Http2ClientOptions) {
    this.#options = { ...DEFAULTS, ...options };
    this.#deadlines = new Deadlines(this.#options.timeoutMs);
  }

  request(request: Http2Request): Promise<Http2Result> {
    if (request.signal?.aborted) return Promise.resolve({ failure: 'aborted' });
    if (this.#isClosed) return Promise.resolve({ failure: 'closed' });
    const free = this.#waiting.size === 0 ? this.#findFree() : undefined;
    if (!free && this.#waiting.size >= this.#options.mostWaiting) {
      return Promise.resolve({ failure: 'busy' });
    }
    const exchange = new Exchange(request, this.#deadlines);
    if (free) free.carry(exchange);
    else this.#wait(exchange);
    return exchange.result;
  }

  /** Fails all pending requests. */
  close(): void {
    this.#isClosed = true;
    this.#failWaiting('closed');
    for (const connection of this.#connections) connection.end('closed');
  }

  #wait(exchange: Exchange): void {
    this.#waiting.add(exchange);
    void exchange.result.then(() => this.#waiting.delete(exchange));
    this.#dispatch();
  }

  #dispatch(): void {
    for (const exchange of this.#waiting) {
      const connection = this.#findFree();
      if (!connection) return this.#openAnother();
      this.#waiting.delete(exchange);
      if (!exchange.isSettled) connection.carry(exchange);
    }
  }

  #findFree(): Http2Connection | undefined {
    for (const connection of this.#connections) if (connection.free > 0) return connection;
    return undefined;
  }

  #openAnother(): void {
    if (this.#isClosed || this.#connections.size >= this.#options.mostConnections) return;
    // A connection that is being opened may be sufficient.
    for (const connection of this.#connections) if (!connection.wasOpen) return;
    this.#connections.add(new Http2Connection(this.#options, this.#learn));
  }

  readonly #learn = (connection: Http2Connection): void => {
    if (connection.failure && this.#connections.delete(connection) && !connection.wasOpen) {
      // Otherwise waiting requests would only wait for the next attempt to fail.
      if (this.#connections.size === 0) this.#failWaiting(connection.failure);
    }
    this.#dispatch();
  };

  #failWaiting(failure: NonNullable<Http2Connection['failure']>): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const exchange of waiting) exchange.fail(failure);
  }
}
