/** A span that others hang below: the trace that it belongs to, and its id, in hexadecimal. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** What the header `traceparent` of a request says: whom its work is for, and whether the caller records it. */
export interface RemoteContext extends TraceContext {
  readonly isSampled: boolean;
}

/** `version-trace-span-flags`; later versions may have more behind it. */
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

/** Writes the `traceparent` of a span that is recorded. */
export function writeTraceparent({ traceId, spanId }: TraceContext): string {
  return `00-${traceId}-${spanId}-01`;
}

const isZero = (id: string) => /^0+$/.test(id);
