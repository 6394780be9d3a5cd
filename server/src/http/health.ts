import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import type { Database } from '../storage/database/Database.types.ts';
import type { ObjectStore } from '../storage/objects/ObjectStore.types.ts';

const CHECK_LIMIT_MS = 3000;

const Health = z.object({ status: z.literal('ok') });
const Readiness = z.object({
  status: z.enum(['ready', 'not-ready']),
  checks: z.record(z.string(), z.enum(['ok', 'failed', 'shutting-down'])),
});

/** `/health` says that the process lives, `/ready` that it can do its work. Orchestrators ask both. */
export function answerHealth(
  app: FastifyInstance,
  deps: { db: Database; objects: ObjectStore; isShuttingDown: () => boolean },
): void {
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
      const [database, objects] = await Promise.all([
        outcome(deps.db.check()),
        outcome(deps.objects.check()),
      ]);
      const process = deps.isShuttingDown() ? 'shutting-down' : 'ok';
      const checks = { database, objects, process } as const;
      const ready = Object.values(checks).every((check) => check === 'ok');
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not-ready', checks });
    },
  );
}

async function outcome(check: Promise<void>): Promise<'ok' | 'failed'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), CHECK_LIMIT_MS);
  });
  try {
    await Promise.race([check, late]);
    return 'ok';
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}
