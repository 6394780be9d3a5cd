import { describe, expect, it } from 'vitest';
import { assertObjectKey, assertObjectPrefix } from './assertObjectKey.ts';

describe('an object key', () => {
  it.each([
    'a',
    'mini-apps/com.acme.orders/1.0.0/ios.zip',
    'a/.hidden/...',
    'with space/é/日本/%2e%2e',
    `${'a/'.repeat(511)}ab`,
    'x'.repeat(255),
  ])('may be %j', (key) => {
    expect(() => assertObjectKey(key)).not.toThrow();
  });

  it.each([
    '',
    '/',
    '/absolute',
    'a/',
    'a//b',
    '.',
    '..',
    './a',
    'a/./b',
    'a/../b',
    '../a',
    'a/..',
    'a\\b',
    '..\\a',
    'C:\\a',
    'a\0b',
    'a\nb',
    'a\x7fb',
    'a\x85b',
    '\ud800',
    '.tmp',
    '.tmp/a',
    'a/.tmp-b',
    '.TMP/a',
    'x'.repeat(256),
    'é'.repeat(128),
    `${'a/'.repeat(512)}a`,
  ])('is refused when it is %j', (key) => {
    expect(() => assertObjectKey(key)).toThrow(TypeError);
  });

  it('is named, escaped, by the error that refuses it', () => {
    expect(() => assertObjectKey('../a\nb')).toThrow(
      '"../a\\nb" is no object key: it has a control character.',
    );
  });

  it('is cut in the error when it is long', () => {
    expect(() => assertObjectKey('x'.repeat(100_000))).toThrow(/^.{1,300}$/);
  });

  it('is refused when it is no text, as when a caller has switched types off', () => {
    // @ts-expect-error A key from JSON that nobody checked.
    expect(() => assertObjectKey(['a'])).toThrow(TypeError);
  });
});

describe('a prefix of object keys', () => {
  it.each(['', 'a', 'a/', 'a/b', 'apps/com.ac'])('may be %j', (prefix) => {
    expect(() => assertObjectPrefix(prefix)).not.toThrow();
  });

  it.each(['/', 'a//', '../', '..', 'a/../', '.tmp', '.tmp/', 'a\0'])(
    'is refused when it is %j',
    (prefix) => {
      expect(() => assertObjectPrefix(prefix)).toThrow(TypeError);
    },
  );
});
