import { describe, expect, it } from 'vitest';

import { AccountChange, AccountRequest } from './Account.ts';
import { LIMITS } from '../common/limits.ts';

const ACCOUNT = { email: 'ann@example.com', password: 'correct horse', name: 'Ann' };
const accepts = (change: object) => AccountRequest.safeParse({ ...ACCOUNT, ...change }).success;

describe('an account', () => {
  it.each([
    'ann@example.com',
    'ann+orders@mail.example.co.uk',
    'ann@localhost',
    'änn@exämple.de',
    "o'neil@example.com",
  ])('accepts the e-mail address %s', (email) => {
    expect(accepts({ email })).toBe(true);
  });

  it.each([
    '',
    'ann',
    'ann@',
    '@example.com',
    'a@b@c',
    'ann @example.com',
    'ann@exa\u0000mple.com',
    'ann@example.com,bob@example.com',
    'ann@example.com;bob',
    'Ann<ann@example.com>',
    '<ann@example.com>',
    '"ann b"@example.com',
    'ann@[127.0.0.1]',
    'ann\u202e@example.com',
    'ann\u200b@example.com',
    'ann\u2028@example.com',
    '\uff41nn@example.com',
    'ann@ex\uff41mple.com',
    'ann\uff20evil.example@example.com',
  ])('refuses the e-mail address %j', (email) => {
    expect(accepts({ email })).toBe(false);
  });

  it.each(['Ann', "Siobhán O'Neil", 'علی\u200cرضا', 'क्\u200dष', 'Ann 👩\u200d💻', '李 明'])(
    'may be called %s',
    (name) => {
      expect(accepts({ name })).toBe(true);
      expect(AccountChange.safeParse({ name }).success).toBe(true);
    },
  );

  it.each([
    'Ann\u2069\u202e',
    '\u200fAnn',
    'A\u200bnn',
    'Ann\ufeff',
    'A\u00adnn',
    'A\u0085nn',
    ' ',
  ])('may not be called %j', (name) => {
    expect(accepts({ name })).toBe(false);
    expect(AccountChange.safeParse({ name }).error?.issues[0]?.path).toEqual(['name']);
  });

  it('has a password of any characters, within the limits', () => {
    expect(accepts({ password: '        ' })).toBe(true);
    expect(accepts({ password: '🐎'.repeat(8) })).toBe(true);
    expect(accepts({ password: 'x'.repeat(LIMITS.passwordShortest - 1) })).toBe(false);
    expect(accepts({ password: 'x'.repeat(LIMITS.passwordLength + 1) })).toBe(false);
  });

  it.each(['en', 'en-GB', 'zh-Hant-TW', 'de-CH-1996'])('accepts the locale %s', (locale) => {
    expect(accepts({ locale })).toBe(true);
  });

  it.each(['', 'e', 'en_GB', 'en-', '../en', 'en-GB\n'])('refuses the locale %j', (locale) => {
    expect(accepts({ locale })).toBe(false);
  });

  it('is changed in at least one place, and never in its address', () => {
    expect(AccountChange.safeParse({ name: 'Ann Archer' }).success).toBe(true);
    expect(AccountChange.safeParse({ avatarUrl: null, locale: null }).success).toBe(true);
    for (const change of [{}, { email: 'bob@example.com' }, { name: null }]) {
      expect(AccountChange.safeParse(change).success).toBe(false);
    }
  });
});
