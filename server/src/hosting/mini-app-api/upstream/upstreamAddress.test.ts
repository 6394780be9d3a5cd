import { describe, expect, it } from 'vitest';

import { upstreamAddress } from './upstreamAddress.ts';

describe('where a request to a back end leads', () => {
  it.each([
    ['https://api.example', '/orders/items', 'https://api.example/items'],
    ['https://api.example/', '/orders/items', 'https://api.example/items'],
    [
      'https://api.example/v2',
      '/orders/items/7?x=1&y=%20',
      'https://api.example/v2/items/7?x=1&y=%20',
    ],
    ['https://api.example/v2', '/orders/', 'https://api.example/v2/'],
    ['https://api.example/v2', '/orders/a%20b', 'https://api.example/v2/a%20b'],
    [
      'https://api.example/v2',
      '/orders/items?next=/../x',
      'https://api.example/v2/items?next=/../x',
    ],
    ['https://api.example/v2', '/orders//evil.example/x', 'https://api.example/v2//evil.example/x'],
  ])('below %s, %s is %s', (upstream, request, expected) => {
    expect(upstreamAddress(upstream, request).href).toBe(expected);
  });

  it.each([
    '/orders/../admin',
    '/orders/%2e%2e/admin',
    '/orders/.%2E/admin',
    '/orders/a%2f..%2f..%2fadmin',
    '/orders/a%5c..%5cadmin',
    '/orders/./x',
    '/orders/%zz',
  ])('is refused for %s', (request) => {
    expect(() => upstreamAddress('https://api.example/v2', request)).toThrow(/path/);
  });
});
