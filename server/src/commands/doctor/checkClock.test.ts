import { expect, it } from 'vitest';

import { checkClock } from './checkClock.ts';

it('says nothing against a clock that is less than a second off', () => {
  expect(checkClock({ 'the database': 999, BASE_URL: -12 })).toEqual({
    what: 'clock',
    status: 'ok',
    detail: 'As that of the database.',
  });
});

it('warns of one that is seconds off, and fails one that is half a minute off, by the clock that it differs from most', () => {
  expect(checkClock({ 'the database': 1000, BASE_URL: 20 })).toMatchObject({
    status: 'warning',
    detail: '1 s ahead of that of the database.',
    cure: expect.stringContaining('NTP'),
  });
  expect(checkClock({ 'the database': -29_999 })).toMatchObject({
    status: 'warning',
    detail: '30 s behind that of the database.',
  });
  expect(checkClock({ 'the database': 1000, BASE_URL: -30_000 })).toMatchObject({
    status: 'failed',
    detail: '30 s behind that of BASE_URL.',
  });
});

it('does not judge a clock that it could compare with none', () => {
  expect(checkClock({ 'the database': undefined, BASE_URL: undefined })).toMatchObject({
    status: 'not-checked',
  });
});
