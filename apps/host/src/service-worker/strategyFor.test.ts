import { describe, expect, it } from 'vitest';

import { type SeenRequest, strategyFor } from './strategyFor.ts';

const ORIGIN = 'https://host.example';
const home = { origin: ORIGIN, shell: new Set(['/app/', '/app/assets/host.abc.js']) };
const ask = (path: string, change: Partial<SeenRequest> = {}) =>
  strategyFor({ method: 'GET', mode: 'cors', url: new URL(path, ORIGIN).href, ...change }, home);

describe('the service worker', () => {
  it.each(['/app/', '/app/order/1001', '/app/miniapp/com.acme.orders?orderId=1'])(
    'answers the page for %s',
    (path) => {
      expect(ask(path, { mode: 'navigate' })).toBe('page');
    },
  );

  it('keeps the files of the page', () => {
    expect(ask('/app/assets/host.abc.js')).toBe('shell');
    expect(ask('/app/assets/other.js')).toBe('network');
  });

  it.each([
    '/cdn/mini-apps/com.acme.orders/1.4.0/web/com_acme_orders.container.js',
    '/cdn/icons/com.acme.orders.svg',
    'https://cdn.example/mini-apps/com.acme.orders/1.4.0/mf-manifest.json',
  ])('keeps %s, which never changes', (path) => {
    expect(ask(path)).toBe('artifact');
  });

  it.each([
    '/v1/mini-programs?q=ord',
    '/v1/mini-programs/com.acme.orders/resolve?platform=web',
    '/v1/mini-programs/com.acme.orders/versions/1.4.0/files?platform=web',
  ])('asks the registry before it answers %s from memory', (path) => {
    expect(ask(path)).toBe('registry');
  });

  it.each([
    '/v1/me',
    '/v1/sessions/refresh',
    '/orders/items',
    '/v1/mini-programs/com.acme.orders/token',
    '/docs/',
    'https://elsewhere.example/v1/mini-programs',
  ])('leaves %s alone', (path) => {
    expect(ask(path)).toBe('network');
  });

  it('leaves alone what changes something', () => {
    expect(ask('/v1/mini-programs', { method: 'POST' })).toBe('network');
    expect(ask('/docs/', { mode: 'navigate' })).toBe('network');
  });
});
