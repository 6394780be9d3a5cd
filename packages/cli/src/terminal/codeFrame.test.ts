import { describe, expect, it } from 'vitest';

import { codeFrame } from './codeFrame.ts';

const SOURCE = 'one\ntwo\n\tthree\nfour\nfive\nsix';

describe('a code frame', () => {
  it('shows two lines on either side, and marks the place', () => {
    expect(codeFrame(SOURCE, 3, 4)).toBe(
      '  1 | one\n  2 | two\n> 3 | \tthree\n    | \t  ^\n  4 | four\n  5 | five',
    );
  });

  it('ends where the source ends, and is nothing outside of it', () => {
    expect(codeFrame(SOURCE, 6)).toBe('  4 | four\n  5 | five\n> 6 | six');
    expect(codeFrame(SOURCE, 7)).toBe('');
  });
});
