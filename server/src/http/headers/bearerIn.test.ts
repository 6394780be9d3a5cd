import { expect, it } from 'vitest';

import { bearerIn } from './bearerIn.ts';

it.each([
  ['Bearer abc', 'abc'],
  ['bearer   abc', 'abc'],
  ['BEARER a.b_c-d~+/=', 'a.b_c-d~+/='],
])('the token in %j is %j', (header, token) => {
  expect(bearerIn(header)).toBe(token);
});

it.each([undefined, '', 'Bearer', 'Bearer ', 'Bearer a b', 'key=abc', 'xBearer abc', 'Bearerabc'])(
  'there is no token in %j',
  (header) => {
    expect(bearerIn(header)).toBeUndefined();
  },
);
