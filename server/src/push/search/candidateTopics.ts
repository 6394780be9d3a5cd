import type { Condition } from '@host/contracts';

/**
 * A set of topics such that every device that meets a condition has at least one of them, with as few devices as possible:
 * only these need to be checked. Undefined if there is none, as for a condition that devices without any topic meet.
 * @param sizes how many devices have each topic
 */
export function candidateTopics(
  condition: Condition,
  sizes: ReadonlyMap<string, number>,
): readonly string[] | undefined {
  const sizeOf = (topics: readonly string[]) =>
    topics.reduce((all, topic) => all + (sizes.get(topic) ?? 0), 0);
  const find = (of: Condition, isNegated: boolean): readonly string[] | undefined => {
    if (of.kind === 'topic') return isNegated ? undefined : [of.topic];
    if (of.kind === 'not') return find(of.of, !isNegated);
    const left = find(of.left, isNegated);
    const right = find(of.right, isNegated);
    // De Morgan: !(A || B) is !A && !B.
    const needsBoth = (of.kind === 'or') === isNegated;
    if (!needsBoth) return left && right && [...new Set([...left, ...right])];
    if (!left || !right) return left ?? right;
    return sizeOf(left) <= sizeOf(right) ? left : right;
  };
  return find(condition, false);
}
