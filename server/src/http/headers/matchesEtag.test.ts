import { describe, expect, it } from 'vitest';

import { matchesEtag } from './matchesEtag.ts';

describe('If-None-Match', () => {
  it.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a","c"', '*', ' * '])('%s names "a"', (header) => {
    expect(matchesEtag(header, '"a"')).toBe(true);
  });

  it.each([undefined, '', 'a', '"b"', '"aa"', '"A"', 'W/"b"'])('%s does not name "a"', (header) => {
    expect(matchesEtag(header, '"a"')).toBe(false);
  });
});
