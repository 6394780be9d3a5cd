import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ApiError } from '../../errors/ApiError.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

describe('a cursor', () => {
  it('stands for its place, whatever text and numbers that has', () => {
    const text = fc.string({ unit: 'binary' }).filter((part) => !part.includes('\0'));
    fc.assert(
      fc.property(text, fc.maxSafeInteger(), (name, id) => {
        const cursor = encodeCursor([name, id]);
        expect(decodeCursor(cursor, ['', 0])).toEqual([name, id]);
        expect(cursor).toMatch(/^[\w-]+$/);
      }),
    );
  });

  it('that is left out stands for the start', () => {
    expect(decodeCursor(undefined, ['', 7])).toEqual(['', 7]);
  });

  it.each([
    ['nonsense', 'nonsense'],
    ['nothing', ''],
    ['too few parts', encodeCursor(['a'])],
    ['too many parts', encodeCursor(['a', 1, 2])],
    ['parts of other types', encodeCursor([1, 'a'])],
    ['null', Buffer.from('[null,null]').toString('base64url')],
    ['no list', Buffer.from('{"0":"a","1":1,"length":2}').toString('base64url')],
    ['a fraction', encodeCursor(['a', 0.5])],
    ['a number that is too large', encodeCursor(['a', 2 ** 53])],
    ['text with a NUL', encodeCursor(['a\0', 1])],
  ])('with %s is refused with a pointer', (_what, cursor) => {
    expect(() => decodeCursor(cursor, ['', 0])).toThrow(
      expect.objectContaining({
        code: 'invalid-query',
        errors: [expect.objectContaining({ pointer: '/cursor' })],
      }),
    );
  });

  it('that anybody made up is read or refused, and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json().map(toBase64)), (made) => {
        expect(outcomeOf(made)).toMatch(/^(read|invalid-query)$/);
      }),
    );
  });
});

const toBase64 = (text: string) => Buffer.from(text).toString('base64url');

function outcomeOf(cursor: string): string {
  try {
    decodeCursor(cursor, ['', 0]);
    return 'read';
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
}
