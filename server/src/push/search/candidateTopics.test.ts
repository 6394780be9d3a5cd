import { type Condition, parseCondition } from '@host/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { matches, matchesOutsiders } from '../conditions/matches.ts';

import { candidateTopics } from './candidateTopics.ts';

const SIZES = new Map([
  ['large', 1_000_000],
  ['small', 10],
  ['none', 0],
]);
const of = (text: string) => candidateTopics(parseCondition(text)!, SIZES);

describe('the devices to look at for a condition', () => {
  it.each([
    [`'large' in topics`, ['large']],
    [`'large' in topics || 'small' in topics`, ['large', 'small']],
    [`'large' in topics && 'small' in topics`, ['small']],
    [`'large' in topics && !('small' in topics)`, ['large']],
    [`!(!('large' in topics) || !('small' in topics))`, ['small']],
    [`('large' in topics || 'small' in topics) && 'none' in topics`, ['none']],
  ])('%s: those of few topics', (text, topics) => {
    expect(of(text)).toEqual(topics);
  });

  it.each([`!('small' in topics)`, `'large' in topics || !('small' in topics)`])(
    '%s: all, as some have none of its topics',
    (text) => {
      expect(of(text)).toBeUndefined();
    },
  );

  it('are all that meet it, whatever it is made of', () => {
    const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
      condition: fc.oneof(
        { maxDepth: 4 },
        fc.record({
          kind: fc.constant('topic' as const),
          topic: fc.constantFrom('large', 'small', 'none'),
        }),
        fc.record({ kind: fc.constant('not' as const), of: tie('condition') }),
        fc.record({
          kind: fc.constantFrom('and' as const, 'or' as const),
          left: tie('condition'),
          right: tie('condition'),
        }),
      ),
    }));
    fc.assert(
      fc.property(condition, fc.subarray([...SIZES.keys()]), (any, topics) => {
        const found = candidateTopics(any, SIZES);
        const isFound = found === undefined || topics.some((topic) => found.includes(topic));
        expect(isFound || !matches(any, new Set(topics))).toBe(true);
        expect(found === undefined || !matchesOutsiders(any)).toBe(true);
      }),
    );
  });
});
