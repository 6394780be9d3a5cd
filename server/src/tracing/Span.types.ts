/** How a span stands to those around it, in the words of OpenTelemetry. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** What is said of a span: numbers and names of ours, never what a caller wrote, nor whom it is about. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work that is over. */
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
