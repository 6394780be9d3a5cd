import { describe, expect, it } from 'vitest';

import { isLiveCursor, isLiveMessageId, readLiveCursor } from './positions.ts';

describe('a cursor', () => {
  it.each([0, 1, 4712, Number.MAX_SAFE_INTEGER])('can be %s, also as a text', (cursor) => {
    expect(isLiveCursor(cursor)).toBe(true);
    expect(readLiveCursor(String(cursor))).toBe(cursor);
  });

  it.each([-1, 1.5, 2 ** 53, Number.NaN, Infinity, '1', null, undefined])('is not %s', (value) => {
    expect(isLiveCursor(value)).toBe(false);
  });

  it.each(['', ' 1', '-1', '1.5', '1e3', '9007199254740993', '99999999999999999', 'x'])(
    'is not written as "%s"',
    (text) => {
      expect(readLiveCursor(text)).toBeUndefined();
    },
  );
});

describe('the id of a message', () => {
  it.each(['1', '4712', '9007199254740991'])('can be "%s"', (id) => {
    expect(isLiveMessageId(id)).toBe(true);
  });

  it.each(['', '0', '01', '-1', 'tea@1', '1'.repeat(17), 1, undefined])('is not %j', (id) => {
    expect(isLiveMessageId(id)).toBe(false);
  });
});
