import { timingSafeEqual } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ApiError } from '../errors/ApiError.ts';
import { coalesce } from '../http/coalesce.ts';
import { requireBearer } from './identity/adminAuth.ts';
import type { AdminTokens } from './identity/adminTokens.ts';
import { sha256 } from './identity/IssuedSecrets.ts';

/**
 * Serves metrics for Prometheus at `/metrics`, to callers with `METRICS_TOKEN` or an admin token that may read
 * everything: they tell much about the platform, and collecting them takes a while.
 */
export function metricsRoute(
  app: FastifyInstance,
  { adminTokens, token }: { adminTokens: AdminTokens; token: string | undefined },
): void {
  const figures = coalesce(() => app.metrics.metrics());
  const expected = token === undefined ? undefined : sha256(token);
  const requireAccess = async (request: FastifyRequest) => {
    const bearer = requireBearer(request);
    if (expected && timingSafeEqual(sha256(bearer), expected)) return;
    const caller = await adminTokens.authenticate(bearer);
    caller.requireScope('read');
    if (caller.apps) {
      throw new ApiError('scope-missing', 'A token for some mini-apps does not read all figures.');
    }
  };
  app.get(
    '/metrics',
    {
      onRequest: requireAccess,
      schema: {
        tags: ['operations'],
        security: [{ token: [] }],
        summary: 'Figures for Prometheus',
        description:
          'With `METRICS_TOKEN`, or an admin token with the scope `read` for all mini-apps. `METRICS_PORT` serves the same on a port of its own, without a token.',
      },
    },
    async (_, reply) => reply.type(app.metrics.contentType).send(await figures()),
  );
}
