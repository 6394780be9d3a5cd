import type { TokenScope } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { type ProvenGroups, tokenRevoked } from '../identity/Caller.ts';
import { everything, reachOf } from '../identity/Reach.ts';
import { Rights } from '../identity/Rights.ts';
import { findToken } from '../identity/tokenRows.ts';
import { createGrantOfPerson } from './grantOfPerson.ts';
import type { PeopleOfProvider } from './oidc/ruleFor.ts';

/** Who requested an action that is carried out later. */
export interface Requester {
  actor: string;
  proven: ProvenGroups | undefined;
}

/** The current rights of whoever requested an action earlier; throws if their credentials were revoked since. */
export type RightsLater = (db: Queries, requester: Requester) => Promise<Rights>;

/** Looks rights up again, so that a role, mini-app or token that was taken away since no longer counts. */
export function createRightsLater(people: PeopleOfProvider | undefined): RightsLater {
  const grantOf = createGrantOfPerson(people);
  return async (db, { actor, proven }) => {
    if (actor === 'root') return new Rights('root', everything);
    if (proven) {
      const grant = grantOf(proven);
      if (!grant) throw lost(actor);
      return new Rights(grant.scopes, await reachOf(db, grant.apps, grant.publisher));
    }
    const row = await findToken(db, actor);
    if (!row) throw lost(actor);
    // A token that expired since is fine: it was valid when the action was requested.
    if (row.revoked_at !== null) throw tokenRevoked(row);
    const apps = row.apps === null ? undefined : (JSON.parse(row.apps) as string[]);
    const reach = await reachOf(db, apps, row.publisher_id);
    return new Rights(JSON.parse(row.scopes) as TokenScope[], reach);
  };
}

function lost(actor: string): ApiError {
  return new ApiError('console-role-missing', `${actor}, who asked for it, has no role any more.`);
}
