import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { LIMITS } from '../common/limits.ts';
import { TOKEN_SCOPES, TokenRecord, TokenRequest } from './Token.ts';

const request = { name: 'CI of orders', scopes: ['publish'], expiresInSeconds: 3600 };
const accepts = (change: object) => z.safeParse(TokenRequest, { ...request, ...change }).success;
const appIds = (count: number) => Array.from({ length: count }, (_, at) => `com.acme.app${at}`);

describe('TokenRequest', () => {
  it('accepts a name, scopes and a life time, for all mini-apps or for some', () => {
    expect(accepts({})).toBe(true);
    const scopes = TOKEN_SCOPES.filter((scope) => scope !== 'trust' && scope !== 'admin');
    expect(accepts({ scopes, apps: ['com.acme.orders'] })).toBe(true);
    expect(accepts({ scopes: ['trust', 'release', 'read'] })).toBe(true);
  });

  it.each(Object.keys(request))('refuses to go without %s', (field) => {
    expect(accepts({ [field]: undefined })).toBe(false);
  });

  it.each([
    [[]],
    [['publish', 'publish']],
    [['root']],
    [['publish', 'trust']],
    ['publish'],
    [[null]],
  ])('refuses the scopes %j', (scopes) => {
    expect(accepts({ scopes })).toBe(false);
  });

  it.each([[[]], [['orders']], ['com.acme.orders'], [['com.acme.*']], [['a.b.c', 'a.b.c']]])(
    'refuses the apps %j',
    (apps) => {
      expect(accepts({ apps })).toBe(false);
    },
  );

  it('may be a publisher’s, and then has no trust', () => {
    expect(accepts({ publisher: 'acme' })).toBe(true);
    expect(accepts({ publisher: 'Acme' })).toBe(false);
    expect(accepts({ publisher: 'acme', scopes: ['read', 'trust'] })).toBe(false);
  });

  it('takes at most 100 apps', () => {
    expect(accepts({ apps: appIds(100) })).toBe(true);
    expect(accepts({ apps: appIds(101) })).toBe(false);
  });

  it('expires within a second at the earliest and a leap year at the latest', () => {
    expect(accepts({ expiresInSeconds: 1 })).toBe(true);
    expect(accepts({ expiresInSeconds: LIMITS.tokenSeconds })).toBe(true);
    for (const expiresInSeconds of [0, -1, 1.5, LIMITS.tokenSeconds + 1, '60', null]) {
      expect(accepts({ expiresInSeconds })).toBe(false);
    }
  });

  it('refuses a blank name and fields that do not exist', () => {
    expect(accepts({ name: ' ' })).toBe(false);
    expect(accepts({ token: 'my own' })).toBe(false);
  });
});

describe('TokenRecord', () => {
  it('never carries the secret', () => {
    const record = {
      id: 't1',
      name: 'CI',
      scopes: ['read'],
      createdAt: '2030-01-01T00:00:00Z',
      expiresAt: '2031-01-01T00:00:00Z',
    };
    const result = z.safeParse(TokenRecord, { ...record, token: 'secret' });
    expect(result).toEqual({ success: true, data: record });
  });
});
