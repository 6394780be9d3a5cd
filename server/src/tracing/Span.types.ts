/** The span kinds of OpenTelemetry. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** The attributes of a span: our own numbers and names only, never caller input or personal data. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A finished span. */
export interface Span {
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  name: string;
  kind: SpanKind;
  /** Milliseconds since 1970, with fractions. */
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  isError: boolean;
}
