import { expect, it, vi } from 'vitest';

import { takeSignInLink } from './takeSignInLink.ts';

it.each([
  ['#link=abc-123', 'abc-123', 1],
  ['#other=1', undefined, 0],
  ['', undefined, 0],
  ['#link=', undefined, 1],
])('%j gives %j, and leaves the address', (hash, link, times) => {
  const replaceState = vi.fn<(data: null, unused: string, url: string) => void>();
  const location = { hash, pathname: '/console/audit', search: '?a=b' };
  expect(takeSignInLink({ location, history: { replaceState } })).toBe(link);
  expect(replaceState.mock.calls).toEqual(times ? [[null, '', '/console/audit?a=b']] : []);
});
