import { LIMITS } from '@host/contracts';

import type { AddressedTarget } from './readTarget.ts';

/** The topics of a mini-app that somebody has, as one target that reaches each device once; undefined when there are none. */
export function targetOfMiniApp(topics: readonly string[]): AddressedTarget | undefined {
  const [first, ...others] = topics;
  if (first === undefined) return undefined;
  if (others.length === 0) return { kind: 'topic', topic: first };
  if (topics.length > LIMITS.topicsPerCondition) {
    throw new Error(
      `It has more than ${LIMITS.topicsPerCondition} topics. Name those that the push is for in a condition.`,
    );
  }
  return { kind: 'condition', condition: topics.map((each) => `'${each}' in topics`).join(' || ') };
}
