import { AppId, AppToken, LIMITS } from '@host/contracts';
import * as z from 'zod/mini';

import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Resolver } from '../../registry/resolution/createResolver.ts';
import { demandOpen } from '../../registry/routes/hostRoutes.ts';
import { SESSION_SECURITY } from '../sessionAuth.ts';
import type { AppTokens } from './AppTokens.ts';

/** What a host fetches for a mini-app: who the person is to it, and a token that says so. */
export function appTokenRoutes(
  app: TypedApp,
  { resolver, appTokens }: { resolver: Pick<Resolver, 'stateOf'>; appTokens: AppTokens },
): void {
  app.post(
    '/v1/mini-programs/:appId/token',
    {
      schema: {
        tags: ['people'],
        security: SESSION_SECURITY,
        summary: 'A token for a mini-app',
        description:
          'A short JWT with `aud` = the appId and `sub` = the name under which this mini-app alone knows the person. Its back end verifies it against `/.well-known/jwks.json`.',
        params: z.object({ appId: AppId }),
        response: { 200: AppToken },
      },
    },
    async ({ signedIn: { person, sessionId }, params: { appId } }, reply) => {
      demandOpen(appId, await resolver.stateOf(appId));
      const { id, ...shown } = person;
      const reference = { personId: id, ...(sessionId !== undefined && { sessionId }) };
      return reply.header('cache-control', 'no-store').send({
        token: await appTokens.issue(appId, reference),
        expiresIn: LIMITS.appTokenSeconds,
        user: { openId: appTokens.openIdOf(id, appId), ...shown },
      });
    },
  );
}
