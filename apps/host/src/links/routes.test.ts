import { DEEP_LINK_ROUTES } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { type Route, pathOf, routeOf } from './routes.ts';

describe('routeOf', () => {
  it.each<[string, Route]>([
    ['', { name: 'Home' }],
    ['/', { name: 'Home' }],
    ['order/1001', { name: 'Order', params: { id: '1001' } }],
    ['/order/1001/', { name: 'Order', params: { id: '1001' } }],
    ['promo/p%201', { name: 'Promo', params: { id: 'p 1' } }],
    ['miniapp/com.acme.orders', { name: 'MiniApp', params: { appId: 'com.acme.orders' } }],
    [
      'miniapp/com.acme.orders?orderId=7&from=push#top',
      {
        name: 'MiniApp',
        params: { appId: 'com.acme.orders', params: { orderId: '7', from: 'push' } },
      },
    ],
    [
      'miniapp/com.acme.orders?appId=com.evil.app&id=1&id=2',
      { name: 'MiniApp', params: { appId: 'com.acme.orders', params: { id: '1' } } },
    ],
    ['notifications', { name: 'Notifications' }],
    ['settings', { name: 'Settings' }],
    ['settings/notifications', { name: 'NotificationSettings' }],
    ['settings/email', { name: 'ChangeEmail' }],
    ['settings/password', { name: 'ChangePassword' }],
    ['settings/sessions', { name: 'Sessions' }],
    ['settings/com.acme.orders', { name: 'AppSettings', params: { appId: 'com.acme.orders' } }],
    ['sign-up', { name: 'SignIn', params: { mode: 'sign-up' } }],
    ['gallery', { name: 'Gallery' }],
    ['develop', { name: 'Develop' }],
    [
      'develop?url=http%3A%2F%2F192.168.1.7%3A9002',
      { name: 'Develop', params: { url: 'http://192.168.1.7:9002' } },
    ],
  ])('reads %j', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it.each([
    'nothing',
    'order',
    'order/1/2',
    'order//1',
    'order/%2e%2e',
    'promo/p%2F1',
    'settings/a/b',
    'gallery/x',
    '__proto__',
    '%',
  ])('says of %j that nothing is there', (path) => {
    expect(routeOf(path)).toEqual({ name: 'NotFound', params: { path } });
  });

  it('knows every route that hosts register', () => {
    for (const pattern of DEEP_LINK_ROUTES) {
      const route = routeOf(pattern.replace(/:\w+/, 'x'));
      expect(route.name, pattern).not.toBe('NotFound');
    }
  });
});

describe('pathOf', () => {
  it.each<Route>([
    { name: 'Home' },
    { name: 'Order', params: { id: 'a&b c' } },
    { name: 'Promo', params: { id: 'p1' } },
    { name: 'MiniApp', params: { appId: 'com.acme.orders', params: { q: 'a&b=c' } } },
    { name: 'SignIn', params: { mode: 'sign-up' } },
    { name: 'Settings' },
    { name: 'ChangeEmail' },
    { name: 'ChangePassword' },
    { name: 'Sessions' },
    { name: 'AppSettings', params: { appId: 'com.acme.orders' } },
    { name: 'Gallery' },
  ])('writes %j so that routeOf reads it again', (route) => {
    expect(routeOf(pathOf(route))).toEqual(route);
  });

  it('leaves out what does not fit into an address', () => {
    const params = { at: 5, name: 'Ada', list: ['x'] };
    expect(pathOf({ name: 'MiniApp', params: { appId: 'com.acme.orders', params } })).toBe(
      'miniapp/com.acme.orders?name=Ada',
    );
  });
});
