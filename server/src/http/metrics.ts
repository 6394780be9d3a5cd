import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Counts and times requests by route, and serves the figures at `/metrics` for Prometheus. */
export function measureRequests(app: FastifyInstance): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  });
  const underWay = new Gauge({
    name: 'http_requests_under_way',
    help: 'Requests that are being answered now',
    registers: [registry],
  });
  const sent = new Counter({
    name: 'http_response_bytes_total',
    help: 'Bytes of answers by route, as stated in Content-Length',
    labelNames: ['route'] as const,
    registers: [registry],
  });

  app.addHook('onRequest', (_, reply, done) => {
    underWay.inc();
    // Also when the connection is cut, which no other hook is told of.
    reply.raw.once('close', () => underWay.dec());
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the path: paths come from outside and would grow without bound.
    const route = request.routeOptions.url ?? 'none';
    duration.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    const length = Number(reply.getHeader('content-length') ?? 0);
    if (length > 0) sent.inc({ route }, length);
    done();
  });
  app.get(
    '/metrics',
    { schema: { tags: ['operations'], summary: 'Figures for Prometheus' } },
    async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  );
}
