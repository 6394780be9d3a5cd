import type { ProvenGroups } from '../../identity/Caller.ts';
import type { GroupRule } from './GroupRule.types.ts';

/** The identity provider that signs people in, and the rules for their groups; the first match counts. */
export interface PeopleOfProvider {
  issuer: string;
  rules: readonly GroupRule[];
}

/** The current rule for a person's groups: removing a role takes effect at once, also for running sessions. */
export function ruleFor(
  people: PeopleOfProvider | undefined,
  { issuer, groups }: ProvenGroups,
): GroupRule | undefined {
  if (issuer !== people?.issuer) return undefined;
  return people.rules.find(({ group }) => groups.includes(group));
}
