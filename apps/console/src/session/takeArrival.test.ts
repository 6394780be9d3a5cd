import { expect, it, vi } from 'vitest';

import { takeArrival } from './takeArrival.ts';

it.each([
  ['#link=abc-123', { link: 'abc-123' }, 1],
  ['#refused=no-role', { refusal: expect.stringContaining('none of your groups') }, 1],
  ['#refused=%3Cscript%3E', { refusal: expect.stringContaining('could not say who') }, 1],
  ['#other=1', {}, 0],
  ['', {}, 0],
  ['#link=', {}, 1],
])('%j gives %j, and leaves the address', (hash, arrival, times) => {
  const replaceState = vi.fn<(data: null, unused: string, url: string) => void>();
  const location = { hash, pathname: '/console/audit', search: '?a=b' };
  expect(takeArrival({ location, history: { replaceState } })).toEqual(arrival);
  expect(replaceState.mock.calls).toEqual(times ? [[null, '', '/console/audit?a=b']] : []);
});
