import {
  AppId,
  Consent,
  ConsentAnswer,
  ConsentList,
  ConsentPermission,
  ForgottenConsents,
} from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import type { Resolver } from '../../hosting/registry/resolution/createResolver.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { SESSION_SECURITY } from '../sessionAuth.ts';
import { answerConsent } from './answerConsent.ts';
import { type ConsentRow, deleteConsents, listConsents } from './consentRows.ts';

const shared = { tags: ['people'], security: SESSION_SECURITY };

/** The consents of a person, for the hosts where they are signed in. The token of a mini-app has no access. */
export function consentRoutes(
  app: TypedApp,
  { db, resolver }: { db: Database; resolver: Pick<Resolver, 'stateOf'> },
): void {
  app.get(
    '/v1/consents',
    {
      schema: {
        ...shared,
        summary: 'List what I let mini-apps use',
        description: 'By appId and permission. What is not listed was never answered.',
        response: { 200: ConsentList },
      },
    },
    async ({ signedIn }, reply) => {
      const rows = await listConsents(db, signedIn.person.id);
      return reply.header('cache-control', 'no-store').send({ items: rows.map(toConsent) });
    },
  );

  app.put(
    '/v1/consents/:appId/:permission',
    {
      schema: {
        ...shared,
        summary: 'Answer whether a mini-app may use something',
        description:
          'Counts from the next request on. The later of two answers holds and is what is answered: `secondsAgo` says how long ago one was given that could not be sent at once.',
        params: z.object({ appId: AppId, permission: ConsentPermission }),
        body: ConsentAnswer,
        response: { 200: Consent },
      },
    },
    async ({ signedIn, params, body }, reply) => {
      // Also for suspended mini-apps: consent can be withdrawn at any time.
      if (!(await resolver.stateOf(params.appId))) {
        throw new ApiError('mini-program-not-found', `There is no ${params.appId}.`);
      }
      const row = await answerConsent(db, signedIn.person.id, params, body);
      return reply.header('cache-control', 'no-store').send(toConsent(row));
    },
  );

  app.delete(
    '/v1/consents/:appId',
    {
      schema: {
        ...shared,
        summary: 'Forget what I answered to a mini-app',
        description: 'It has no consent from then on, and may ask again.',
        params: z.object({ appId: AppId }),
        response: { 200: ForgottenConsents },
      },
    },
    async ({ signedIn, params: { appId } }) => {
      await deleteConsents(db, signedIn.person.id, appId);
      return { appId };
    },
  );
}

function toConsent(row: ConsentRow): Consent {
  return {
    appId: row.app_id,
    permission: row.permission,
    state: row.state,
    answeredAt: new Date(row.answered_at).toISOString(),
  };
}
