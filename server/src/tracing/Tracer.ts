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
  /** Milliseconds since 1970; now, where it is left out. */
  startedAt?: number | undefined;
}

/** A span that has begun. One that is never ended is never seen. */
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
    // How long it takes is measured by the clock that nobody sets.
    this.#began = performance.now() - Math.max(0, now - this.#startedAt);
  }

  /** Ends it, with what is known of it by now. */
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

/** Records what happens to some of the requests, across nodes. There is one only where somebody collects that. */
export class Tracer {
  readonly #sampler: Sampler;
  readonly #export: (span: Span) => void;

  constructor(options: { sampler: Sampler; export: (span: Span) => void }) {
    this.#sampler = options.sampler;
    this.#export = options.export;
  }

  /** Begins the span of a request, in the trace that its `traceparent` names; undefined when it is not recorded. */
  request(name: string, traceparent: string | undefined): OpenSpan | undefined {
    const parent = readTraceparent(traceparent);
    const traceId = parent?.traceId ?? randomBytes(TRACE_BYTES).toString('hex');
    if (!this.#sampler(traceId, parent)) return undefined;
    const begun: Begun = { traceId, parentId: parent?.spanId, name, kind: 'server' };
    return new OpenSpan(begun, this.#export);
  }

  /** Begins a span below another one, of this node or of another. */
  begin(name: string, kind: SpanKind, parent: TraceContext, startedAt?: number): OpenSpan {
    const { traceId, spanId: parentId } = parent;
    return new OpenSpan({ traceId, parentId, name, kind, startedAt }, this.#export);
  }
}
