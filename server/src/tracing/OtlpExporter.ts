import type { FastifyBaseLogger } from 'fastify';

import { LineLimit } from '../errors/stray/LineLimit.ts';
import type { Attributes, Span } from './Span.types.ts';
import { writeTraces } from './writeTraces.ts';

/** The queue limit, beyond which spans are dropped; the same as in OpenTelemetry's SDKs. */
const MAX_WAITING = 2048;
const MAX_AT_ONCE = 512;
/** How long the remaining spans have to be sent at the end of the process. */
const CLOSE_WITHIN_MS = 2000;
const MAX_ATTEMPTS = 3;
/** The statuses of a collector that is temporarily unavailable. */
const RETRIED = new Set([429, 502, 503, 504]);
const LINES_A_MINUTE = 1;
/** Bytes of a collector's answer that are read; a longer one is cut off. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** The destination of spans. */
export interface OtlpTarget {
  /** The address of OTLP over HTTP for traces, `http://collector:4318/v1/traces`. */
  url: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** How long spans are batched. */
  everyMs: number;
}

interface ExporterOptions {
  target: OtlpTarget;
  /** The resource attributes of this process. */
  resource: Attributes;
  /** Counts sent and dropped spans. */
  count: (outcome: 'sent' | 'dropped', spans: number) => void;
  logger?: FastifyBaseLogger | undefined;
}

/**
 * Sends spans to an OpenTelemetry collector, by OTLP over HTTP in JSON. Nothing waits for it: spans are batched, one request
 * is in flight at a time, and when the collector is slow or unavailable, spans are dropped.
 */
export class OtlpExporter {
  readonly #options: ExporterOptions;
  readonly #lines = new LineLimit(LINES_A_MINUTE);
  readonly #ending = new AbortController();
  #waiting: Span[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #failed = 0;
  #isClosed = false;

  constructor(options: ExporterOptions) {
    this.#options = options;
  }

  add(span: Span): void {
    if (this.#isClosed || this.#waiting.length >= MAX_WAITING) {
      this.#options.count('dropped', 1);
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length === MAX_AT_ONCE) this.#schedule(0);
    else this.#timer ??= this.#after(this.#options.target.everyMs);
  }

  /** Sends the remaining spans, within a short time. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const late = setTimeout(() => this.#ending.abort(), CLOSE_WITHIN_MS);
    await this.#sending;
    while (this.#waiting.length > 0 && !this.#ending.signal.aborted) await this.#send();
    clearTimeout(late);
    if (this.#waiting.length > 0) this.#options.count('dropped', this.#waiting.length);
  }

  #schedule(ms: number): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = this.#after(ms);
  }

  #after(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#timer = undefined;
      this.#sending ??= this.#send().finally(() => {
        this.#sending = undefined;
        if (this.#waiting.length === 0) return;
        const isFull = this.#waiting.length >= MAX_AT_ONCE && this.#failed === 0;
        this.#schedule(isFull ? 0 : this.#options.target.everyMs);
      });
    }, ms).unref();
  }

  async #send(): Promise<void> {
    const spans = this.#waiting.slice(0, MAX_AT_ONCE);
    const problem = await this.#post(writeTraces(this.#options.resource, spans));
    const isKept = problem?.isPassing === true && ++this.#failed < MAX_ATTEMPTS;
    if (isKept && !this.#isClosed) return;
    this.#failed = 0;
    this.#waiting.splice(0, spans.length);
    this.#options.count(problem ? 'dropped' : 'sent', spans.length);
    if (problem) this.#complain(problem.reason, spans.length);
  }

  /** Returns what went wrong, if anything, and whether it is temporary. */
  async #post(body: string): Promise<{ reason: string; isPassing: boolean } | undefined> {
    const { url, headers, timeoutMs } = this.#options.target;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#ending.signal]),
      });
      // Only the status counts; reading the body frees the connection for the next request.
      await readAway(answer);
      if (answer.ok) return undefined;
      return { reason: `status ${answer.status}`, isPassing: RETRIED.has(answer.status) };
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } };
      return { reason: cause?.code ?? name, isPassing: true };
    }
  }

  /** Logs a failure, without the address and the headers: both may contain secrets. */
  #complain(reason: string, spans: number): void {
    if (this.#lines.admit() === undefined) return;
    this.#options.logger?.warn({ reason, spans }, 'traces are dropped: the collector takes none');
  }
}

async function readAway({ body }: Response): Promise<void> {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) return;
  }
}
