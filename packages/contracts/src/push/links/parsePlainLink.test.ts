import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { parseDeepLink } from './parseDeepLink.ts';
import { parsePlainLink } from './parsePlainLink.ts';

const part = fc.stringMatching(/^[\w\-.~]{1,8}$/);
const scheme = fc.constantFrom(undefined, 'acme', 'other', 'javascript', 'Acme');

it('a plain link is taken apart as one that has to be decoded is', () => {
  fc.assert(
    fc.property(scheme, fc.array(part, { minLength: 1, maxLength: 4 }), (name, parts) => {
      const link = (first: string) =>
        `${name === undefined ? '' : `${name}://`}${[first, ...parts.slice(1)].join('/')}`;
      const [first] = parts as [string];
      const encoded = `%${first.charCodeAt(0).toString(16)}${first.slice(1)}`;
      expect(parseDeepLink(link(first))).toEqual(parseDeepLink(link(encoded)));
    }),
  );
});

it.each(['acme://order/42', 'order/42', 'miniapp/com.acme.orders'])('takes %s apart', (link) => {
  expect(parsePlainLink(link)?.parts.length).toBe(2);
});

it.each([
  '',
  'acme://',
  '/order',
  'order/',
  'a//b',
  'a/../b',
  'a?b=c',
  'a#b',
  'a%20b',
  'ä',
  'javascript://a',
  'data:a',
  'a b',
])('leaves %j to whoever looks closely', (link) => {
  expect(parsePlainLink(link)).toBeUndefined();
});
