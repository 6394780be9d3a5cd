import { ROLES } from '@host/contracts';

import type { ProvenGroups } from '../identity/Caller.ts';
import type { Grant } from '../identity/Reach.ts';
import { type PeopleOfProvider, ruleFor } from './oidc/ruleFor.ts';

/** The current grant of a person by their groups at the identity provider; undefined if no rule matches any more. */
export type GrantOfPerson = (proven: ProvenGroups) => Grant | undefined;

/** Looks grants up in the current rules. */
export function createGrantOfPerson(people: PeopleOfProvider | undefined): GrantOfPerson {
  return (proven) => {
    const rule = ruleFor(people, proven);
    return rule && { scopes: ROLES[rule.role], apps: rule.apps, publisher: rule.publisher ?? null };
  };
}
