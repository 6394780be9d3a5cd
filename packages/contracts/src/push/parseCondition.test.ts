import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseCondition } from './parseCondition.ts';

describe('a condition', () => {
  it('is a tree, read from left to right with parentheses first', () => {
    const topic = (name: string) => ({ kind: 'topic', topic: name });
    expect(parseCondition(`'A' in topics || !('B' in topics) && 'C' in topics`)).toEqual({
      kind: 'and',
      left: { kind: 'or', left: topic('A'), right: { kind: 'not', of: topic('B') } },
      right: topic('C'),
    });
  });

  it('has at most 5 topics', () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, index) => `'t${index}' in topics`).join(' || ');
    expect(parseCondition(of(5))).toBeDefined();
    expect(parseCondition(of(6))).toBeUndefined();
  });

  it.each([
    '',
    ' ',
    'A',
    `'A'`,
    `'A' in`,
    `'A' in topic`,
    `"A" in topics`,
    `'A' in topics &&`,
    `&& 'A' in topics`,
    `'A' in topics 'B' in topics`,
    `'A' in topics & 'B' in topics`,
    `('A' in topics`,
    `'A' in topics)`,
    `()`,
    `(('A' in topics)`,
    `!`,
    `'' in topics`,
    `'a b' in topics`,
    `'A' in topics; drop`,
    `${'('.repeat(100)}'A' in topics${')'.repeat(100)}`,
    `${'!'.repeat(100)}'A' in topics`,
    `${' '.repeat(9000)}'A' in topics`,
  ])('is not %j', (text) => {
    expect(parseCondition(text)).toBeUndefined();
  });

  it('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parseCondition(text)).not.toThrow();
      }),
    );
  });
});
