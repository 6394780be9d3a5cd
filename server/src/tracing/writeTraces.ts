import type { Attributes, Span, SpanKind } from './Span.types.ts';

const KINDS: Record<SpanKind, number> = {
  internal: 1,
  server: 2,
  client: 3,
  producer: 4,
  consumer: 5,
};
const ERROR = { code: 2 };
const SCOPE = { name: 'host-server' };
const NANOSECONDS = 1_000_000;

/** Spans as an OTLP request in JSON. */
export function writeTraces(resource: Attributes, spans: readonly Span[]): string {
  const scopeSpans = [{ scope: SCOPE, spans: spans.map(otlpSpan) }];
  return JSON.stringify({
    resourceSpans: [{ resource: { attributes: otlpAttributes(resource) }, scopeSpans }],
  });
}

function otlpSpan(span: Span): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentId,
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanoseconds(span.startedAt),
    endTimeUnixNano: nanoseconds(span.endedAt),
    attributes: otlpAttributes(span.attributes),
    ...(span.isError && { status: ERROR }),
  };
}

function otlpAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(value) }));
}

function otlpValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  // OTLP in JSON encodes 64-bit integers as strings.
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Nanoseconds have more digits than a number holds exactly, so whole milliseconds and the rest are converted separately. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return String(
    BigInt(whole) * BigInt(NANOSECONDS) + BigInt(Math.round((ms - whole) * NANOSECONDS)),
  );
}
