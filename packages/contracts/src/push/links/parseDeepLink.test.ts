import { describe, expect, it } from 'vitest';

import { miniAppLink, miniAppTarget } from './miniAppLink.ts';
import { parseDeepLink } from './parseDeepLink.ts';

const ORDERS = 'com.acme.orders';

describe('a deep link', () => {
  it.each([
    ['acme://order/42', 'acme', ['order', '42'], {}],
    ['order/42', undefined, ['order', '42'], {}],
    ['/order/42/', undefined, ['order', '42'], {}],
    ['order/a%20b?q=c+d%26e#top', undefined, ['order', 'a b'], { q: 'c d&e' }],
    // What is appended to a link must not change what was there.
    ['order/42?a=1&a=2', undefined, ['order', '42'], { a: '1' }],
    ['order/42?a&b=&&c=3', undefined, ['order', '42'], { a: '', b: '', c: '3' }],
    ['order/42#a?b=c', undefined, ['order', '42'], {}],
  ])('%s is taken apart', (link, scheme, parts, query) => {
    const parsed = parseDeepLink(link);
    expect(parsed).toMatchObject({ scheme, parts });
    expect(Object.fromEntries(parsed!.query)).toEqual(query);
  });

  it.each([
    '',
    '/',
    'acme://',
    'order//42',
    'order/..',
    'order/%2e%2e',
    'order/a%2Fb',
    'order/a%5Cb',
    'order/%00',
    'order/%zz',
    'order/42?a=%zz',
    'order/42?a=%00',
    'javascript://order/42',
    'data:text/html,x',
    `order/${'x'.repeat(1995)}`,
  ])('%j is none', (link) => {
    expect(parseDeepLink(link)).toBeUndefined();
  });
});

describe('the link of a mini-app', () => {
  it.each([
    ['acme://miniapp/com.acme.orders?orderId=42', { orderId: '42' }],
    ['miniapp/com.acme.orders', {}],
    ['/miniapp/com.acme.orders/?a=1&a=2', { a: '1' }],
    ['miniapp/com.acme.orders?appId=com.evil.app&a=1', { a: '1' }],
    ['miniapp/com%2Eacme.orders?a=1#top', { a: '1' }],
    ['miniapp/com.acme.orders?__proto__=x', Object.fromEntries([['__proto__', 'x']])],
  ])('%s gives the mini-app its id from the path and the remaining params', (link, params) => {
    expect(miniAppTarget(parseDeepLink(link))).toEqual({ appId: ORDERS, params });
  });

  it.each(['order/42', 'miniapp', 'miniapp/com.acme.orders/more', 'javascript://miniapp/a.b.c'])(
    'is not %s',
    (link) => {
      expect(miniAppTarget(parseDeepLink(link))).toBeUndefined();
    },
  );

  it('is read as it was written', () => {
    const params = { orderId: '42', note: 'a&b=c %+ü', '': 'x' };
    const link = miniAppLink(ORDERS, { ...params, appId: 'other' });
    expect(miniAppTarget(parseDeepLink(link))).toEqual({ appId: ORDERS, params });
  });
});
