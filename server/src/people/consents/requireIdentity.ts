import type { ConsentPermission } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type {
  MiniProgramState,
  Resolver,
} from '../../hosting/registry/resolution/createResolver.ts';
import { requireOpen } from '../../hosting/registry/routes/hostRoutes.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { hasConsent } from './hasConsent.ts';

/** The dependencies of `requireIdentity`. */
export interface IdentityDeps {
  db: Queries;
  resolver: Pick<Resolver, 'stateOf'>;
}

/**
 * Throws unless a mini-app may know a person: it declares `user`, is not suspended, and the person agreed. Checked when a
 * token is issued and at every use, so that a withdrawal takes effect at once.
 */
export async function requireIdentity(
  { db, resolver }: IdentityDeps,
  personId: string,
  appId: string,
): Promise<void> {
  const state = requireOpen(appId, await resolver.stateOf(appId));
  if (!declares(state, 'user')) {
    throw new ApiError(
      'permission-not-declared',
      `No released version of ${appId} declares the permission user.`,
    );
  }
  if (await hasConsent(db, personId, appId, 'user')) return;
  throw new ApiError('consent-missing', `The person has not agreed that ${appId} knows them.`);
}

/** Whether any version that hosts may run declares a permission: only the host knows which one it runs. */
function declares({ plan }: MiniProgramState, permission: ConsentPermission): boolean {
  return plan.candidates.some((version) => version.registration.permissions.includes(permission));
}
