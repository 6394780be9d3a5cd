import type { Condition } from './parseCondition.ts';

/** The topics that a condition names. */
export function topicsOfCondition(condition: Condition): string[] {
  if (condition.kind === 'topic') return [condition.topic];
  if (condition.kind === 'not') return topicsOfCondition(condition.of);
  return [
    ...new Set([...topicsOfCondition(condition.left), ...topicsOfCondition(condition.right)]),
  ];
}
