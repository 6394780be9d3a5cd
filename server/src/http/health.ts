import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import * as z from 'zod/mini';

import type { Database } from '../storage/database/Database.types.ts';
import type { ObjectStore } from '../storage/objects/ObjectStore.types.ts';
import { coalesce } from './coalesce.ts';

/** The probes of orchestrators, which restart a node that does not answer them. */
export const PROBES: ReadonlySet<string | undefined> = new Set(['/health', '/ready']);

const CHECK_LIMIT_MS = 3000;
/** Caches the result for a second: anybody may ask, and a check writes to the disk. */
const KEPT_MS = 1000;

const Health = z.object({ status: z.literal('ok') });
const Readiness = z.object({
  status: z.enum(['ready', 'not-ready']),
  checks: z.record(z.string(), z.enum(['ok', 'failed', 'shutting-down'])),
});

/** Answers `/health` while the process is alive; `/ready` and a metric say whether it can do its work. */
export function answerHealth(
  app: FastifyInstance,
  deps: { db: Database; objects: ObjectStore; isShuttingDown: () => boolean; registry?: Registry },
): void {
  const follow = checkFollower(app.log);
  const look = coalesce(async () => {
    const [database, objects] = await Promise.all([
      follow('database', deps.db.check()),
      follow('objects', deps.objects.check()),
    ]);
    return { database, objects } as const;
  }, KEPT_MS);
  deps.registry?.registerMetric(
    new Gauge({
      name: 'service_reachable',
      help: 'Whether the database and the objects answer this node: 1 or 0, as /ready says',
      labelNames: ['service'] as const,
      registers: [],
      async collect() {
        for (const [service, check] of Object.entries(await look())) {
          this.set({ service }, check === 'ok' ? 1 : 0);
        }
      },
    }),
  );
  app.get(
    '/health',
    { schema: { tags: ['operations'], summary: 'The process lives', response: { 200: Health } } },
    async () => ({ status: 'ok' as const }),
  );
  app.get(
    '/ready',
    {
      schema: {
        tags: ['operations'],
        summary: 'The server can do its work',
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_, reply) => {
      const services = await look();
      const process = deps.isShuttingDown() ? 'shutting-down' : 'ok';
      const checks = { ...services, process } as const;
      const ready = Object.values(checks).every((check) => check === 'ok');
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not-ready', checks });
    },
  );
}

/** Logs when a check begins to fail and when it recovers, not every second. */
function checkFollower(
  log: FastifyBaseLogger,
): (name: string, check: Promise<void>) => Promise<'ok' | 'failed'> {
  const failing = new Set<string>();
  return async (name, check) => {
    try {
      await withinLimit(check);
      if (failing.delete(name)) log.info({ check: name }, 'ready again');
      return 'ok';
    } catch (error) {
      if (!failing.has(name)) log.warn({ check: name, err: error }, 'not ready');
      failing.add(name);
      return 'failed';
    }
  };
}

async function withinLimit(check: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`no answer within ${CHECK_LIMIT_MS} ms`);
    timer = setTimeout(() => reject(error), CHECK_LIMIT_MS);
  });
  try {
    await Promise.race([check, late]);
  } finally {
    clearTimeout(timer);
  }
}
