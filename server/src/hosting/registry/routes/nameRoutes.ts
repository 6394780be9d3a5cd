import { AllowedName, AppId, NameRequest } from '@host/contracts';
import * as z from 'zod/mini';

import type { TypedApp } from '../../../http/TypedApp.types.ts';
import type { AdminActions } from '../../../operations/actions/AdminActions.ts';
import { nameKeys } from '../../../text/nameKeys.ts';
import { requireName } from '../names/claimNames.ts';
import { allowKey } from '../names/nameRows.ts';
import { registryRoute } from './registryRoute.ts';

/** Routes by which operators allow a mini-app to use a name that is taken. */
export function nameRoutes(app: TypedApp, { actions }: { actions: AdminActions }): void {
  app.put(
    '/mini-programs/:appId/names',
    {
      config: { scope: 'trust' },
      schema: {
        ...registryRoute(
          'Let a mini-app have a name that looks like another’s',
          'Also before it is registered. The versions that it registers from then on may have the name. Scope: `trust`.',
        ),
        params: z.object({ appId: AppId }),
        body: NameRequest,
        response: { 200: AllowedName },
      },
    },
    async (request, reply) => {
      const { appId } = request.params;
      const { name, reason } = request.body;
      requireName(name);
      const action = { action: 'name.allow', target: appId };
      return actions.perform(request, reply, action, (commit) =>
        commit(async (tx) => {
          for (const key of nameKeys(name)) await allowKey(tx, appId, key);
          return {
            status: 200,
            body: { appId, name },
            details: { name, ...(reason && { reason }) },
          };
        }),
      );
    },
  );
}
