import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type DeepLinkRouterOptions, createDeepLinkRouter } from './createDeepLinkRouter.ts';

function routerWith(options: DeepLinkRouterOptions = {}) {
  const unknown: string[] = [];
  const router = createDeepLinkRouter({
    onUnknown: (link, reason) => unknown.push(`${reason}: ${link}`),
    ...options,
  });
  const opened: [string, Record<string, string>][] = [];
  const register = (pattern: string) =>
    router.register(pattern, (params) => opened.push([pattern, { ...params }]));
  return { ...router, register, opened, unknown };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a deep link', () => {
  it.each([
    ['acme://order/42', 'order/:orderId', { orderId: '42' }],
    ['order/42', 'order/:orderId', { orderId: '42' }],
    ['/order/42/', 'order/:orderId', { orderId: '42' }],
    ['acme://promo/summer%20sale', 'promo/:promoId', { promoId: 'summer sale' }],
    [
      'acme://miniapp/com.acme.orders?tab=open&q=a+b%26c#top',
      'miniapp/:appId',
      { appId: 'com.acme.orders', tab: 'open', q: 'a b&c' },
    ],
    ['acme://files/a/b/c.txt', 'files/*', { '*': 'a/b/c.txt' }],
  ])('%s runs the route %s', (link, pattern, params) => {
    const router = routerWith();
    for (const each of ['order/:orderId', 'promo/:promoId', 'miniapp/:appId', 'files/*']) {
      router.register(each);
    }
    expect(router.navigate(link)).toBe('opened');
    expect(router.opened).toEqual([[pattern, params]]);
  });

  it('cannot overwrite a parameter of the path by its query, nor a name by a later one', () => {
    const router = routerWith();
    router.register('order/:orderId');
    router.navigate('order/42?orderId=43&a=1&a=2');
    expect(router.opened).toEqual([['order/:orderId', { orderId: '42', a: '1' }]]);
  });

  it('may have parameters of any name, and changes no prototype by them', () => {
    const router = createDeepLinkRouter();
    let params: Record<string, string> = {};
    router.register('a', (given) => void (params = given));
    router.navigate('a?__proto__=x&constructor=y');
    expect(Object.keys(params)).toEqual(['__proto__', 'constructor']);
    expect(({} as { x?: string }).x).toBeUndefined();
  });

  it.each([
    'javascript://order/42',
    'data:text/html,x',
    'https://evil.example/order/42',
    'other://order/42',
    'acme://order/%2e%2e',
    'acme://order/..',
    'acme://order/a%2Fb',
    'acme://order/a%5Cb',
    'acme://order/%00',
    'acme://order/%zz',
    'acme://order//42',
    'acme://',
    '',
    'order/42?a=%00',
  ])('%s is refused and reported', (link) => {
    const router = routerWith({ schemes: ['acme'] });
    router.register('order/:orderId');
    expect(router.navigate(link)).toBe('refused');
    expect(router.opened).toEqual([]);
    expect(router.unknown).toEqual([`refused: ${link}`]);
  });

  it('is refused when it is longer than any link', () => {
    const router = routerWith();
    router.register('order/:orderId');
    expect(router.navigate(`order/${'x'.repeat(1994)}`)).toBe('opened');
    expect(router.navigate(`order/${'x'.repeat(1995)}`)).toBe('refused');
  });

  it('never throws and never reaches a handler with a part that is another path, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.webPath()), (text) => {
        const router = createDeepLinkRouter();
        router.register(':a', ({ a }) => expect(a).not.toMatch(/[/\\]|^\.\.?$/));
        router.register(':a/:b', ({ a, b }) => expect(`${a}${b}`).not.toMatch(/[/\\]/));
        router.navigate(text);
      }),
    );
  });
});

describe('a link that comes before its route', () => {
  it('is opened once when the route is registered, however late', () => {
    const router = routerWith();
    expect(router.navigate('acme://order/42')).toBe('waiting');
    router.register('promo/:promoId');
    vi.advanceTimersByTime(29_000);
    expect(router.opened).toEqual([]);
    router.register('order/:orderId');
    router.register('order/:orderId/items');
    expect(router.opened).toEqual([['order/:orderId', { orderId: '42' }]]);
    vi.advanceTimersByTime(60_000);
    expect(router.unknown).toEqual([]);
  });

  it('is reported when nobody comes for it', () => {
    const router = routerWith({ waitMs: 5000 });
    router.navigate('acme://nowhere');
    expect(router.unknown).toEqual([]);
    vi.advanceTimersByTime(5000);
    expect(router.unknown).toEqual(['no-route: acme://nowhere']);
    router.register('nowhere');
    expect(router.opened).toEqual([]);
  });

  it('pushes the oldest out when too many wait', () => {
    const router = routerWith();
    for (let n = 0; n < 20; n++) router.navigate(`acme://late/${n}`);
    expect(router.unknown).toHaveLength(4);
    router.register('late/:n');
    expect(router.opened.map(([, { n }]) => n)).toEqual(
      Array.from({ length: 16 }, (_, n) => String(n + 4)),
    );
  });
});

it('a route that was taken out is not run any more', () => {
  const router = routerWith();
  const remove = router.register('order/:orderId');
  remove();
  expect(router.navigate('order/1')).toBe('waiting');
});
