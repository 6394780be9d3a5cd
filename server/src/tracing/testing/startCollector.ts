import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface OtlpValue {
  stringValue?: string;
  intValue?: string;
  boolValue?: boolean;
}
interface OtlpAttribute {
  key: string;
  value: OtlpValue;
}
interface OtlpRequest {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: { spans: OtlpSpan[] }[];
  }[];
}
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
  status?: { code: number };
}

/** A span as the collector received it. */
export interface CollectedSpan extends Omit<OtlpSpan, 'attributes'> {
  resource: Record<string, string | undefined>;
  attributes: Record<string, string | undefined>;
}

/** A collector of traces that takes OTLP over HTTP in JSON. */
export interface Collector {
  /** The value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string;
  spans: CollectedSpan[];
  requests: { path: string; headers: IncomingHttpHeaders; spans: number }[];
  /** The status of its responses; undefined leaves requests unanswered. */
  status: number | undefined;
  /** The statuses of the next responses, which come before `status`. */
  first: number[];
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { resourceSpans } = (await json(request)) as OtlpRequest;
    const spans = resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap((scope) =>
        scope.spans.map((span) => ({
          ...span,
          resource: recordOf(resource.attributes),
          attributes: recordOf(span.attributes),
        })),
      ),
    );
    const { url: path = '', headers } = request;
    collector.requests.push({ path, headers, spans: spans.length });
    const status = collector.first.shift() ?? collector.status;
    if (status === undefined) return;
    if (status === 200) collector.spans.push(...spans);
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    requests: [],
    status: 200,
    first: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  return collector;
}

function recordOf(attributes: readonly OtlpAttribute[]): Record<string, string | undefined> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
}
