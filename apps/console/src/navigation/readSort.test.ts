import { describe, expect, it } from 'vitest';

import { nextSort, readSort } from './readSort.ts';

const WORDS = ['name', '-name', 'createdAt', '-createdAt'] as const;

describe('the order of a list', () => {
  it('is what the address asks for', () => {
    expect(readSort('-name', WORDS, 'createdAt')).toEqual({
      word: '-name',
      key: 'name',
      isDown: true,
    });
  });

  it.each([undefined, '', 'price', '--name', 'NAME'])('is its own when it asks for %j', (asked) => {
    expect(readSort(asked, WORDS, 'createdAt').word).toBe('createdAt');
  });

  it('turns round with every click on one heading, and begins anew with another', () => {
    const clicked = (word: string, first: string) => nextSort(readSort(word, WORDS, 'name'), first);
    expect(clicked('name', 'name')).toBe('-name');
    expect(clicked('-name', 'name')).toBe('name');
    expect(clicked('name', '-createdAt')).toBe('-createdAt');
    expect(clicked('-createdAt', '-createdAt')).toBe('createdAt');
  });
});
