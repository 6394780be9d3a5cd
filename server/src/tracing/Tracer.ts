import { randomBytes } from 'node:crypto';

import type { Sampler } from './Sampler.ts';
import type { Attributes, Span, SpanKind } from './Span.types.ts';
import { type TraceContext, readTraceparent } from './traceparent.ts';

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;

interface Begun {
  traceId: string;
  parentId: string | undefined;
  name: string;
  kind: SpanKind;
  /** Milliseconds since 1970; now by default. */
  startedAt?: number | undefined;
}

/** A span in progress. If it is never ended, it is not recorded. */
export class OpenSpan {
  readonly context: TraceContext;
  readonly #begun: Begun;
  readonly #startedAt: number;
  readonly #began: number;
  readonly #export: (span: Span) => void;

  constructor(begun: Begun, exportSpan: (span: Span) => void) {
    this.context = { traceId: begun.traceId, spanId: randomBytes(SPAN_BYTES).toString('hex') };
    this.#begun = begun;
    this.#export = exportSpan;
    const now = Date.now();
    this.#startedAt = begun.startedAt ?? now;
    // The duration is measured with the monotonic clock.
    this.#began = performance.now() - Math.max(0, now - this.#startedAt);
  }

  /** Ends the span, with its attributes. */
  end(attributes: Attributes = {}, isError = false): void {
    const { traceId, parentId, name, kind } = this.#begun;
    const endedAt = this.#startedAt + performance.now() - this.#began;
    const { spanId } = this.context;
    const startedAt = this.#startedAt;
    this.#export({
      traceId,
      spanId,
      parentId,
      name,
      kind,
      startedAt,
      endedAt,
      attributes,
      isError,
    });
  }
}

/** Records sampled requests across nodes. It only exists if a collector is configured. */
export class Tracer {
  readonly #sampler: Sampler;
  readonly #export: (span: Span) => void;

  constructor(options: { sampler: Sampler; export: (span: Span) => void }) {
    this.#sampler = options.sampler;
    this.#export = options.export;
  }

  /** Begins the span of a request, in the trace of its `traceparent`; undefined if it is not sampled. */
  request(name: string, traceparent: string | undefined): OpenSpan | undefined {
    const parent = readTraceparent(traceparent);
    const traceId = parent?.traceId ?? randomBytes(TRACE_BYTES).toString('hex');
    if (!this.#sampler(traceId, parent)) return undefined;
    const begun: Begun = { traceId, parentId: parent?.spanId, name, kind: 'server' };
    return new OpenSpan(begun, this.#export);
  }

  /** Begins a child span of another one, on this node or another. */
  begin(name: string, kind: SpanKind, parent: TraceContext, startedAt?: number): OpenSpan {
    const { traceId, spanId: parentId } = parent;
    return new OpenSpan({ traceId, parentId, name, kind, startedAt }, this.#export);
  }
}
