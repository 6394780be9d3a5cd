import { parseCondition, topicsOfCondition } from '@host/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { matches, matchesOutsiders } from './matches.ts';

const holds = (text: string, ...topics: string[]) => {
  const condition = parseCondition(text);
  if (!condition) throw new Error(`not a condition: ${text}`);
  return matches(condition, new Set(topics));
};

describe('a condition', () => {
  it('of one topic means the devices that have it', () => {
    expect(holds(`'news' in topics`, 'news', 'other')).toBe(true);
    expect(holds(`'news' in topics`, 'other')).toBe(false);
  });

  it('is read from left to right, without precedence: A || B && C is (A || B) && C', () => {
    const text = `'A' in topics || 'B' in topics && 'C' in topics`;
    expect(holds(text, 'A')).toBe(false);
    expect(holds(text, 'A', 'C')).toBe(true);
    expect(holds(text, 'B', 'C')).toBe(true);
    expect(holds(`'A' in topics && 'B' in topics || 'C' in topics`, 'C')).toBe(true);
  });

  it('is read from the parentheses outwards', () => {
    const text = `'A' in topics || ('B' in topics && 'C' in topics)`;
    expect(holds(text, 'A')).toBe(true);
    expect(holds(text, 'B')).toBe(false);
    expect(holds(text, 'B', 'C')).toBe(true);
  });

  it('with ! means the devices that do not have it, also those with no topic', () => {
    expect(holds(`!('A' in topics)`)).toBe(true);
    expect(holds(`!('A' in topics)`, 'A')).toBe(false);
    expect(holds(`!('A' in topics)`, 'B')).toBe(true);
    expect(holds(`'B' in topics && !('A' in topics)`, 'B')).toBe(true);
    expect(holds(`!('A' in topics && 'B' in topics)`, 'A')).toBe(true);
  });

  it.each([`'A' in topics&&'B' in topics`, `  'A'  in  topics  &&  'B' in topics `])(
    'may have spaces or not: %j',
    (text) => {
      expect(holds(text, 'A', 'B')).toBe(true);
    },
  );

  it('names its topics, and says whether those lead to every device that is meant', () => {
    const condition = parseCondition(`'A' in topics && ('B' in topics || 'A' in topics)`)!;
    expect(topicsOfCondition(condition)).toEqual(['A', 'B']);
    expect(matchesOutsiders(condition)).toBe(false);
    expect(matchesOutsiders(parseCondition(`!('A' in topics)`)!)).toBe(true);
    expect(matchesOutsiders(parseCondition(`'B' in topics && !('A' in topics)`)!)).toBe(false);
  });

  it('gives what folding from the left gives, whatever it is made of', () => {
    const operand = fc.record({
      topic: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
      not: fc.boolean(),
    });
    const rest = fc.array(fc.record({ and: fc.boolean(), operand }), { maxLength: 4 });
    const topics = fc.subarray(['A', 'B', 'C', 'D', 'E']);
    fc.assert(
      fc.property(operand, rest, topics, (first, others, has) => {
        const textOf = (each: typeof first) => `${each.not ? '!' : ''}('${each.topic}' in topics)`;
        const valueOf = (each: typeof first) => has.includes(each.topic) !== each.not;
        let text = textOf(first);
        let expected = valueOf(first);
        for (const { and, operand: next } of others) {
          text += `${and ? ' && ' : ' || '}${textOf(next)}`;
          const value = valueOf(next);
          expected = and ? expected && value : expected || value;
        }
        expect(holds(text, ...has)).toBe(expected);
      }),
    );
  });
});
