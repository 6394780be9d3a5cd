import { type ClientHttp2Session, type ClientHttp2Stream, constants } from 'node:http2';
import type { IncomingHttpHeaders } from 'node:http2';

import type { Deadlines } from './Deadlines.ts';
import type { Http2Failure, Http2Request, Http2Result } from './Http2Client.types.ts';

const MAX_ANSWER_BYTES = 64 * 1024;

/** The connection of an exchange. */
export interface Carrier {
  readonly session: ClientHttp2Session;
  /** Why the connection ended, if it did. */
  readonly failure: Http2Failure | undefined;
  /** Frees its stream; with the status of the answer if there was one. */
  release(status: number | undefined): void;
  /** An answer timed out: checks whether the connection is alive. */
  check(): void;
}

/** One request and its response: settled exactly once, whatever happens to its stream, its connection or its timer. */
export class Exchange {
  readonly result: Promise<Http2Result>;
  readonly #request: Http2Request;
  readonly #deadlines: Deadlines;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #resolve: ((result: Http2Result) => void) | undefined;
  #carrier: Carrier | undefined;
  #stream: ClientHttp2Stream | undefined;
  #headers: IncomingHttpHeaders | undefined;
  #failure: Http2Failure | undefined;

  constructor(request: Http2Request, deadlines: Deadlines) {
    this.#request = request;
    this.#deadlines = deadlines;
    this.result = new Promise((resolve) => (this.#resolve = resolve));
    deadlines.add(this);
    request.signal?.addEventListener('abort', this);
  }

  runOut(): void {
    this.fail('timeout');
    this.#carrier?.check();
  }

  /** The caller's signal is aborted. */
  handleEvent(): void {
    this.fail('aborted');
  }

  get isSettled(): boolean {
    return this.#resolve === undefined;
  }

  /** Sends the request on its own stream. */
  start(carrier: Carrier): void {
    const stream: ExchangeStream = carrier.session.request(this.#request.headers);
    stream[EXCHANGE] = this;
    this.#carrier = carrier;
    this.#stream = stream;
    // Shared functions: at thousands of requests a second, closures for each would be noticeable.
    stream.on('response', onResponse);
    stream.on('data', onData);
    stream.on('error', onError);
    stream.on('close', onClose);
    stream.end(this.#request.body);
  }

  /** Fails it and closes its stream. */
  fail(failure: Http2Failure): void {
    this.#failure = failure;
    this.#settle({ failure });
    this.#stream?.close(constants.NGHTTP2_CANCEL);
  }

  respond(headers: IncomingHttpHeaders): void {
    this.#headers = headers;
  }

  take(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > MAX_ANSWER_BYTES) this.fail('answer-too-large');
    else this.#chunks.push(chunk);
  }

  finish({ aborted, rstCode }: ClientHttp2Stream): void {
    const headers = this.#headers;
    const isWhole = headers && !aborted && rstCode === constants.NGHTTP2_NO_ERROR;
    const status = isWhole ? Number(headers[':status']) : undefined;
    if (status === undefined) this.#settle({ failure: this.#failureOf(rstCode) });
    else this.#settle({ answer: { status, headers: headers!, body: this.#body() } });
    this.#carrier!.release(status);
  }

  #body(): string {
    const [first] = this.#chunks;
    if (this.#chunks.length < 2) return first ? first.toString() : '';
    return Buffer.concat(this.#chunks).toString();
  }

  #failureOf(rstCode: number | undefined): Http2Failure {
    if (this.#failure) return this.#failure;
    // The server guarantees that it has not processed the request.
    if (rstCode === constants.NGHTTP2_REFUSED_STREAM) return 'refused-stream';
    return this.#carrier!.failure ?? 'connection-lost';
  }

  #settle(result: Http2Result): void {
    const resolve = this.#resolve;
    if (!resolve) return;
    this.#resolve = undefined;
    this.#deadlines.delete(this);
    this.#request.signal?.removeEventListener('abort', this);
    resolve(result);
  }
}

const EXCHANGE = Symbol('exchange');
type ExchangeStream = ClientHttp2Stream & { [EXCHANGE]?: Exchange };

function onResponse(this: ExchangeStream, headers: IncomingHttpHeaders): void {
  this[EXCHANGE]!.respond(headers);
}

function onData(this: ExchangeStream, chunk: Buffer): void {
  this[EXCHANGE]!.take(chunk);
}

// Every error is followed by 'close', which is handled.
function onError(): void {}

function onClose(this: ExchangeStream): void {
  this[EXCHANGE]!.finish(this);
}
