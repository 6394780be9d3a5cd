import { type ClientHttp2Session, connect, constants } from 'node:http2';

import type { Carrier, Exchange } from './Exchange.ts';
import { failureOf } from './failureOf.ts';
import type { Http2ClientOptions, Http2Failure } from './Http2Client.types.ts';

type Limits = Required<
  Pick<
    Http2ClientOptions,
    'connectMs' | 'mostStreams' | 'startsWithOneStream' | 'pingEveryMs' | 'pingMs'
  >
> &
  Pick<Http2ClientOptions, 'origin' | 'ca'>;

/** One HTTP/2 connection: how many streams it can still carry, whether it is alive, and why it ended. */
export class Http2Connection implements Carrier {
  /** Why it ended; undefined while it can carry more. */
  failure: Http2Failure | undefined;
  /** Whether it was ever usable. */
  wasOpen = false;
  readonly session: ClientHttp2Session;
  readonly #limits: Limits;
  readonly #onChange: (connection: Http2Connection) => void;
  readonly #pings: NodeJS.Timeout;
  #streams = 0;
  #streamsAllowed = 1;
  #isTrusted: boolean;
  #pingTimer: NodeJS.Timeout | undefined;

  /** @param onChange called when it can carry more requests than before, or no more at all */
  constructor(limits: Limits, onChange: (connection: Http2Connection) => void) {
    this.#limits = limits;
    this.#onChange = onChange;
    this.#isTrusted = !limits.startsWithOneStream;
    this.session = connect(limits.origin, {
      settings: { enablePush: false },
      ...(limits.ca === undefined ? {} : { ca: limits.ca }),
    });
    const opening = setTimeout(() => this.end('timeout'), limits.connectMs);
    this.session
      .on('connect', () => {
        clearTimeout(opening);
        this.wasOpen = true;
        onChange(this);
      })
      .on('remoteSettings', ({ maxConcurrentStreams }) => {
        this.#streamsAllowed = maxConcurrentStreams ?? limits.mostStreams;
        onChange(this);
      })
      // Streams that the server still answers are finished; new ones need a new connection.
      .on('goaway', () => this.#retire('goaway'))
      .on('error', (error) => this.#retire(failureOf(error, this.wasOpen)))
      .on('close', () => {
        clearTimeout(opening);
        clearTimeout(this.#pingTimer);
        clearInterval(this.#pings);
        this.#retire('connection-lost');
      });
    this.#pings = setInterval(() => this.check(), limits.pingEveryMs).unref();
  }

  /** How many more requests it can carry now. */
  get free(): number {
    // Streams learn of the end of a session before its own event is emitted.
    const { closed, destroyed } = this.session;
    if (this.failure || !this.wasOpen || closed || destroyed) return 0;
    const { mostStreams } = this.#limits;
    const most = this.#isTrusted ? Math.min(mostStreams, this.#streamsAllowed) : 1;
    return most - this.#streams;
  }

  carry(exchange: Exchange): void {
    this.#streams++;
    try {
      exchange.start(this);
    } catch {
      // Stream ids of a connection are limited. Streams in progress may finish.
      this.#streams--;
      exchange.fail('refused-stream');
      this.session.close();
      this.#retire('goaway');
    }
  }

  release(status: number | undefined): void {
    this.#streams--;
    if (status !== undefined && status !== constants.HTTP_STATUS_FORBIDDEN) this.#isTrusted = true;
    this.#onChange(this);
  }

  /** Pings the server; without an answer the connection counts as lost: a cut cable causes no event. */
  check(): void {
    if (this.#pingTimer || this.session.destroyed || !this.wasOpen) return;
    this.#pingTimer = setTimeout(() => this.end('connection-lost'), this.#limits.pingMs);
    const stop = () => {
      clearTimeout(this.#pingTimer);
      this.#pingTimer = undefined;
    };
    if (!this.session.ping(stop)) stop();
  }

  /** Ends the connection and all its streams immediately. */
  end(failure: Http2Failure): void {
    this.#retire(failure);
    this.session.destroy();
  }

  #retire(failure: Http2Failure): void {
    if (this.failure) return;
    this.failure = failure;
    this.#onChange(this);
  }
}
