import { ROLES } from '@host/contracts';

import type { ProvenGroups } from '../identity/Caller.ts';
import type { Grant } from '../identity/Reach.ts';
import { type PeopleOfProvider, ruleFor } from './oidc/ruleFor.ts';

/** What the groups of somebody allow now whom an identity provider proved; undefined when no rule is for them any more. */
export type GrantOfPerson = (proven: ProvenGroups) => Grant | undefined;

/** Looks grants up in the rules of now. */
export function createGrantOfPerson(people: PeopleOfProvider | undefined): GrantOfPerson {
  return (proven) => {
    const rule = ruleFor(people, proven);
    return rule && { scopes: ROLES[rule.role], apps: rule.apps, publisher: rule.publisher ?? null };
  };
}
