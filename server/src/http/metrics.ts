import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

declare module 'fastify' {
  interface FastifyInstance {
    /** The registry that every part of the server adds its metrics to. */
    metrics: Registry;
  }
}

/**
 * Measures a request that is answered before routing: call it at the start, and the function that it returns at the end,
 * which returns the duration in milliseconds.
 */
export type MeasureRequest = (
  method: string,
  route: string,
) => (status: number, bytes: number) => number;

/**
 * Gauges of prom-client whose names end in `_total`: Prometheus tooling would take them for counters and compute rates. The
 * gauges beside them have the same numbers, by type.
 */
const GAUGES_NAMED_TOTAL = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Counts and times requests by route. */
export function measureRequests(app: FastifyInstance): MeasureRequest {
  const registry = new Registry();
  app.decorate('metrics', registry);
  collectDefaultMetrics({ register: registry });
  for (const name of GAUGES_NAMED_TOTAL) registry.removeSingleMetric(name);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  });
  const sent = new Counter({
    name: 'http_response_bytes_total',
    help: 'Bytes of answers by route, as stated in Content-Length',
    labelNames: ['route'] as const,
    registers: [registry],
  });
  let underWay = 0;
  const oneLess = () => void underWay--;
  registry.registerMetric(
    new Gauge({
      name: 'http_requests_under_way',
      help: 'Requests that are being answered now',
      registers: [],
      collect() {
        this.set(underWay);
      },
    }),
  );

  // Looking up labels costs more than counting: each combination of route, method and status is looked up once.
  const series = new Map<
    string,
    { seconds: Histogram.Internal<string>; bytes: Counter.Internal }
  >();
  const seriesOf = (method: string, route: string, status: number) => {
    const key = `${method} ${status} ${route}`;
    let found = series.get(key);
    if (!found) {
      found = {
        seconds: duration.labels(method, route, String(status)),
        bytes: sent.labels(route),
      };
      series.set(key, found);
    }
    return found;
  };

  app.addHook('onRequest', (_, reply, done) => {
    underWay++;
    // Also when the connection is cut, for which Fastify has no hook.
    reply.raw.once('close', oneLess);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern of the route, never the path: labels must be bounded.
    const route = request.routeOptions.url ?? 'none';
    const { seconds, bytes } = seriesOf(request.method, route, reply.statusCode);
    seconds.observe(reply.elapsedTime / 1000);
    const length = Number(reply.getHeader('content-length') ?? 0);
    if (length > 0) bytes.inc(length);
    done();
  });
  return (method, route) => {
    underWay++;
    const start = performance.now();
    return (status, length) => {
      underWay--;
      const { seconds, bytes } = seriesOf(method, route, status);
      const ms = performance.now() - start;
      seconds.observe(ms / 1000);
      bytes.inc(length);
      return ms;
    };
  };
}
