import type { ProvenGroups } from '../../identity/Caller.ts';
import type { GroupRule } from './GroupRule.types.ts';

/** Who signs people in, and what their groups may do; the first rule that fits counts. */
export interface PeopleOfProvider {
  issuer: string;
  rules: readonly GroupRule[];
}

/** The rule of now for somebody's groups: whoever takes a role away ends what it allowed, also in what goes on. */
export function ruleFor(
  people: PeopleOfProvider | undefined,
  { issuer, groups }: ProvenGroups,
): GroupRule | undefined {
  if (issuer !== people?.issuer) return undefined;
  return people.rules.find(({ group }) => groups.includes(group));
}
