import { AppId, AppToken, LIMITS } from '@host/contracts';
import * as z from 'zod/mini';

import type { TypedApp } from '../../http/TypedApp.types.ts';
import { type IdentityDeps, requireIdentity } from '../consents/requireIdentity.ts';
import { storeOpenId } from '../open-ids/openIdRows.ts';
import { SESSION_SECURITY } from '../sessionAuth.ts';
import type { AppTokens } from './AppTokens.ts';
import { emailFor } from './emailFor.ts';

/** Issues what a host needs for a mini-app: the person's openId, and a token that proves it. */
export function appTokenRoutes(app: TypedApp, deps: IdentityDeps & { appTokens: AppTokens }): void {
  const { appTokens } = deps;
  app.post(
    '/v1/mini-programs/:appId/token',
    {
      schema: {
        tags: ['people'],
        security: SESSION_SECURITY,
        summary: 'A token for a mini-app',
        description:
          'A short JWT with `aud` = the appId and `sub` = the name under which this mini-app alone knows the person. Its back end verifies it against `/.well-known/jwks.json`. Only for a mini-app whose released version declares `user`, and with the consent of the person: see `PUT /v1/consents/{appId}/{permission}`.',
        params: z.object({ appId: AppId }),
        response: { 200: AppToken },
      },
    },
    async ({ signedIn: { person, sessionId }, params: { appId } }, reply) => {
      await requireIdentity(deps, person.id, appId);
      const { id, name, locale, avatarUrl } = person;
      const email = await emailFor(deps, person, appId);
      const openId = appTokens.openIdOf(id, appId);
      await storeOpenId(deps.db, { appId, openId, personId: id });
      const reference = { personId: id, ...(sessionId !== undefined && { sessionId }) };
      return reply.header('cache-control', 'no-store').send({
        token: await appTokens.issue(appId, reference),
        expiresIn: LIMITS.appTokenSeconds,
        user: {
          openId,
          name,
          ...(locale !== undefined && { locale }),
          ...(avatarUrl !== undefined && { avatarUrl }),
          ...(email !== undefined && { email }),
        },
      });
    },
  );
}
