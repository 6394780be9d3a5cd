import type { ConsentPermission } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type {
  MiniProgramState,
  Resolver,
} from '../../hosting/registry/resolution/createResolver.ts';
import { demandOpen } from '../../hosting/registry/routes/hostRoutes.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { hasConsent } from './hasConsent.ts';

/** What deciding about a person and a mini-app works with. */
export interface IdentityDeps {
  db: Queries;
  resolver: Pick<Resolver, 'stateOf'>;
}

/**
 * Lets a mini-app know a person only when it declares `user`, nobody suspended it, and the person agrees; throws
 * otherwise. It is asked when a token is made and again whenever one is used: what was taken back counts at once.
 */
export async function demandIdentity(
  { db, resolver }: IdentityDeps,
  personId: string,
  appId: string,
): Promise<void> {
  const state = demandOpen(appId, await resolver.stateOf(appId));
  if (!declares(state, 'user')) {
    throw new ApiError(
      'permission-not-declared',
      `No released version of ${appId} declares the permission user.`,
    );
  }
  if (await hasConsent(db, personId, appId, 'user')) return;
  throw new ApiError('consent-missing', `The person has not agreed that ${appId} knows them.`);
}

/** Whether any version that hosts may run declares a permission: which of them runs is known to the host alone. */
function declares({ plan }: MiniProgramState, permission: ConsentPermission): boolean {
  return plan.candidates.some((version) => version.registration.permissions.includes(permission));
}
