import type { Condition } from './parseCondition.ts';

/** Whether a device with these topics is meant. */
export function matches(condition: Condition, topics: { has(topic: string): boolean }): boolean {
  switch (condition.kind) {
    case 'topic':
      return topics.has(condition.topic);
    case 'not':
      return !matches(condition.of, topics);
    case 'and':
      return matches(condition.left, topics) && matches(condition.right, topics);
    default:
      return matches(condition.left, topics) || matches(condition.right, topics);
  }
}

/** The topics that a condition names. */
export function topicsOf(condition: Condition): string[] {
  if (condition.kind === 'topic') return [condition.topic];
  if (condition.kind === 'not') return topicsOf(condition.of);
  return [...new Set([...topicsOf(condition.left), ...topicsOf(condition.right)])];
}

/** Whether a device without any of the condition's topics is meant: then they alone do not lead to all that are. */
export function matchesOutsiders(condition: Condition): boolean {
  return matches(condition, { has: () => false });
}
