import { AppId, ReasonRequest, RegistrationRecord, Version } from '@host/contracts';
import * as z from 'zod/mini';

import type { TypedApp } from '../../../http/TypedApp.types.ts';
import type { AdminActions } from '../../../operations/actions/AdminActions.ts';
import { changeVersionTrust } from '../trust/changeTrust.ts';
import { registryRoute } from './registryRoute.ts';

const AppVersion = z.object({ appId: AppId, version: Version });

/** Trust: which versions run in the host's page. Operators grant it; whoever may release a version may also give it up. */
export function trustRoutes(app: TypedApp, { actions }: { actions: AdminActions }): void {
  app.put(
    '/mini-programs/:appId/versions/:version/trust',
    {
      config: { scope: 'trust' },
      schema: {
        ...registryRoute(
          'Trust a version',
          'For a version that was reviewed: hosts are told `realm`, and it runs beside their own code. It lapses when a key of the mini-app is registered or revoked. Later versions are not trusted by it. Scope: `trust`.',
        ),
        params: AppVersion,
        body: ReasonRequest,
        response: { 200: RegistrationRecord },
      },
    },
    async (request, reply) => {
      const { appId, version } = request.params;
      const { actor } = request.caller;
      const { reason } = request.body;
      const action = { action: 'trust.give', target: `${appId}@${version}` };
      return actions.perform(request, reply, action, (commit) =>
        commit((tx) => changeVersionTrust(tx, appId, version, { state: 'trusted', reason, actor })),
      );
    },
  );

  app.delete(
    '/mini-programs/:appId/versions/:version/trust',
    {
      config: { scope: ['trust', 'release'] },
      schema: {
        ...registryRoute(
          'Take the trust in a version away',
          'Hosts are told `frame`, even when its publisher is trusted. Scope: `trust` or `release`.',
        ),
        params: AppVersion,
        response: { 200: RegistrationRecord },
      },
    },
    async (request, reply) => {
      const { appId, version } = request.params;
      const { actor } = request.caller;
      const action = { action: 'trust.take', target: `${appId}@${version}` };
      return actions.perform(request, reply, action, (commit) =>
        commit((tx) =>
          changeVersionTrust(tx, appId, version, { state: 'taken', reason: undefined, actor }),
        ),
      );
    },
  );
}
