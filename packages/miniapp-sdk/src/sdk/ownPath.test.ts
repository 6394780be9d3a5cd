import { describe, expect, it } from 'vitest';

import { ownPath } from './ownPath.ts';

describe('a path of a mini-app', () => {
  it.each([
    ['/orders', '/orders'],
    ['/orders/items?since=1&to=//x#top', '/orders/items?since=1&to=//x'],
    ['/orders/./a/../b', '/orders/b'],
    ['/orders/käse', '/orders/k%C3%A4se'],
  ])('%s is read as a server reads it', (path, straight) => {
    expect(ownPath(path, 'orders')).toBe(straight);
  });

  it.each([
    'orders/items',
    '//orders/items',
    '/orders//items',
    '/orders2/items',
    '/orders/../admin',
    '/orders/%2E%2e/admin',
    '/orders\\..\\admin',
    '/orders/ items',
    'https://orders/orders/items',
    '/orders/\ud800',
  ])('%s is none of its own', (path) => {
    expect(ownPath(path, 'orders')).toBeUndefined();
  });

  it('is none where the mini-app has none', () => {
    expect(ownPath('/orders/items', undefined)).toBeUndefined();
  });
});
