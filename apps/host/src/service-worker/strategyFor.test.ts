import { describe, expect, it } from 'vitest';

import { type SeenRequest, strategyFor } from './strategyFor.ts';

const ORIGIN = 'https://host.example';
const home = { origin: ORIGIN, shell: new Set(['/app/', '/app/assets/host.abc.js']) };
const ask = (path: string, change: Partial<SeenRequest> = {}) => {
  const url = new URL(path, ORIGIN).href;
  const request = { method: 'GET', mode: 'cors', integrity: '', destination: '', url } as const;
  return strategyFor({ ...request, ...change }, home);
};

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

  it('makes the page of frames itself', () => {
    expect(ask('/app/frame.html', { mode: 'navigate', destination: 'iframe' })).toBe('frame');
  });

  it.each([
    '/cdn/mini-apps/com.acme.orders/1.4.0/web/com_acme_orders.container.js',
    'https://cdn.example/mini-apps/com.acme.orders/1.4.0/web/details.js',
  ])('keeps %s by its digest, and not what the page fetches to keep it itself', (path) => {
    expect(ask(path, { integrity: 'sha384-abc', destination: 'script' })).toBe('digest');
    expect(ask(path)).toBe('network');
  });

  it.each(['/cdn/icons/com.acme.orders.svg', '/cdn/mini-apps/com.acme.orders/1.4.0/web/a.png'])(
    'keeps %s, which never changes',
    (path) => {
      expect(ask(path, { destination: 'image' })).toBe('artifact');
    },
  );

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
