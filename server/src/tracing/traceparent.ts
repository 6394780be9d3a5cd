/** A parent span: its trace and its id, in hexadecimal. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** The `traceparent` header of a request: its parent span, and whether the caller samples it. */
export interface RemoteContext extends TraceContext {
  readonly isSampled: boolean;
}

/** `version-trace-span-flags`; later versions may append more. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;
const SAMPLED = 1;
const LENGTH = 55;

/** Parses a W3C `traceparent` header; undefined if it is not valid. */
export function readTraceparent(text: string | undefined): RemoteContext | undefined {
  const match = text === undefined ? null : TRACEPARENT.exec(text);
  if (!match) return undefined;
  const [, version, traceId, spanId, flags] = match;
  const isVersion = version !== 'ff' && (version !== '00' || text!.length === LENGTH);
  if (!isVersion || isZero(traceId!) || isZero(spanId!)) return undefined;
  return {
    traceId: traceId!,
    spanId: spanId!,
    isSampled: (Number.parseInt(flags!, 16) & SAMPLED) !== 0,
  };
}

/** Formats the `traceparent` of a sampled span. */
export function writeTraceparent({ traceId, spanId }: TraceContext): string {
  return `00-${traceId}-${spanId}-01`;
}

const isZero = (id: string) => /^0+$/.test(id);
