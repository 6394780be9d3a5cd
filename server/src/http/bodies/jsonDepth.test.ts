import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { jsonDepth } from './jsonDepth.ts';

describe('the depth of a JSON text', () => {
  it.each([
    ['1', 0],
    ['""', 0],
    ['[]', 1],
    ['{}', 1],
    ['[[],[[]]]', 3],
    ['{"a":{"b":[1,2]},"c":[]}', 3],
    ['"[[[["', 0],
    ['{"[[":"{{"}', 1],
    [String.raw`["\"[[["]`, 1],
    [String.raw`["\\",[]]`, 2],
    [String.raw`["\\\"[",[]]`, 2],
  ])('of %s is %i', (text, depth) => {
    expect(jsonDepth(text)).toBe(depth);
  });

  it('is that of the value, for any value and any white space', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 8 }),
        fc.constantFrom(undefined, 1, '\t'),
        (value, space) => {
          expect(jsonDepth(JSON.stringify(value, null, space))).toBe(depthOf(value));
        },
      ),
    );
  });

  it('is found in any text, JSON or not, and never below that of a text that parses', () => {
    const pieces = fc.array(
      fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', ':', 'a', '1', ' '),
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        const depth = jsonDepth(text);
        expect(depth).toBeGreaterThanOrEqual(0);
        expect(depth).toBeLessThanOrEqual(text.length);
        expect(depthIfParsed(text) ?? depth).toBe(depth);
      }),
      { numRuns: 2000 },
    );
  });

  it('is found for a million brackets, where a parser that recurses would break', () => {
    expect(jsonDepth('['.repeat(1_000_000))).toBe(1_000_000);
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function depthIfParsed(text: string): number | undefined {
  try {
    return depthOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
