import { AppId, ResolveQuery, VersionChoice } from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../../errors/ApiError.ts';
import type { TypedApp } from '../../../http/TypedApp.types.ts';
import type { Resolver } from '../resolution/createResolver.ts';
import { explainChoice } from '../resolution/explainChoice.ts';
import { registryRoute } from './registryRoute.ts';

/** Which version an install would get, and why: what `resolve` answers, with its reasons. */
export function choiceRoute(app: TypedApp, { resolver }: { resolver: Resolver }): void {
  app.get(
    '/mini-programs/:appId/choice',
    {
      config: { scope: 'read' },
      schema: {
        ...registryRoute(
          'Say which version an install would get, and why',
          'Asked as a host asks `resolve`. Every released version with the reason for or against it, the newest first. Scope: `read`.',
        ),
        params: z.object({ appId: AppId }),
        querystring: ResolveQuery,
        response: { 200: VersionChoice },
      },
    },
    async ({ params: { appId }, query }) => {
      const state = await resolver.stateOf(appId);
      if (!state) throw new ApiError('mini-program-not-found', `There is no ${appId}.`);
      const verdicts = explainChoice(state.plan, {
        ...query,
        cohorts: query.cohorts?.split(','),
      });
      const chosen = verdicts.find(({ verdict }) => verdict === 'chosen');
      return {
        appId,
        suspended: state.suspended,
        ...(chosen && !state.suspended && { version: chosen.version }),
        verdicts,
      };
    },
  );
}
