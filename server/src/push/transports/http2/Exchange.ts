import { type ClientHttp2Session, type ClientHttp2Stream, constants } from 'node:http2';
import type { IncomingHttpHeaders } from 'node:http2';

import type { Deadlines } from './Deadlines.ts';
import type { Http2Failure, Http2Request, Http2Result } from './Http2Client.types.ts';

const MOST_ANSWER_BYTES = 64 * 1024;

/** One request and what becomes of it: settled once, whatever happens on its stream, its connection or its clock. */
export class Exchange {
  readonly result: Promise<Http2Result>;
  /** Called once when its time is over. */
  onTimeout: (() => void) | undefined;
  readonly #request: Http2Request;
  readonly #deadlines: Deadlines;
  #resolve: ((result: Http2Result) => void) | undefined;
  #stream: ClientHttp2Stream | undefined;
  #failure: Http2Failure | undefined;

  constructor(request: Http2Request, deadlines: Deadlines) {
    this.#request = request;
    this.#deadlines = deadlines;
    this.result = new Promise((resolve) => (this.#resolve = resolve));
    deadlines.add(this);
    request.signal?.addEventListener('abort', this.#abort);
  }

  runOut(): void {
    this.fail('timeout');
    this.onTimeout?.();
  }

  get isSettled(): boolean {
    return this.#resolve === undefined;
  }

  /**
   * Sends it on a stream of its own.
   *
   * @param onClose called when the stream is free again, with the status of the answer if there was one
   * @param failureOfConnection why the connection ended, should the stream end with it
   */
  start(
    session: ClientHttp2Session,
    onClose: (status: number | undefined) => void,
    failureOfConnection: () => Http2Failure,
  ): void {
    const stream = session.request(this.#request.headers);
    this.#stream = stream;
    let answer: IncomingHttpHeaders | undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('response', (received) => (answer = received));
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_ANSWER_BYTES) this.fail('answer-too-large');
      else chunks.push(chunk);
    });
    // Every error is followed by 'close', which says all that matters.
    stream.on('error', () => {});
    stream.on('close', () => {
      const status = Number(answer?.[':status']);
      const isWhole = answer && !stream.aborted && stream.rstCode === constants.NGHTTP2_NO_ERROR;
      if (isWhole) {
        const text = chunks.length === 0 ? '' : Buffer.concat(chunks).toString();
        this.#settle({ answer: { status, headers: answer!, body: text } });
      } else {
        this.#settle({ failure: this.#failureOf(stream, failureOfConnection) });
      }
      onClose(isWhole ? status : undefined);
    });
    stream.end(this.#request.body);
  }

  /** Gives up on it, and on its stream. */
  fail(failure: Http2Failure): void {
    this.#failure = failure;
    this.#settle({ failure });
    this.#stream?.close(constants.NGHTTP2_CANCEL);
  }

  #failureOf(stream: ClientHttp2Stream, failureOfConnection: () => Http2Failure): Http2Failure {
    if (this.#failure) return this.#failure;
    // The other side states that it has not looked at it.
    if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) return 'refused-stream';
    return failureOfConnection();
  }

  readonly #abort = () => this.fail('aborted');

  #settle(result: Http2Result): void {
    const resolve = this.#resolve;
    if (!resolve) return;
    this.#resolve = undefined;
    this.#deadlines.delete(this);
    this.#request.signal?.removeEventListener('abort', this.#abort);
    resolve(result);
  }
}
