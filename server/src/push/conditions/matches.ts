import type { Condition } from '@host/contracts';

/** Whether a device with these topics meets a condition. */
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

/**
 * Whether a condition is met by devices that have none of its topics, so that its audience is not limited to subscribers
 * of these topics.
 */
export function matchesOutsiders(condition: Condition): boolean {
  return matches(condition, { has: () => false });
}
