import { expect, it } from 'vitest';

import { chooseEncoding } from './chooseEncoding.ts';

const BOTH = { br: 10, gzip: 12 };

it.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*', 'br'],
  ['br;q=0.1, gzip;q=1.0', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000 , gzip', 'gzip'],
  ['br;Q=0, *', 'gzip'],
  ['*;q=0, gzip', 'gzip'],
  ['*, br;q=0', 'gzip'],
  ['gzip;q=0.001', 'gzip'],
])('"%s" gets %s', (header, encoding) => {
  expect(chooseEncoding(header, BOTH)).toBe(encoding);
});

it.each([
  undefined,
  '',
  'identity',
  'deflate',
  '*;q=0',
  'br;q=0, gzip;q=0',
  'br;q=0,gzip;q=0,*',
  'brotli',
  ',,;',
])('%j gets the content as it is', (header) => {
  expect(chooseEncoding(header, BOTH)).toBeUndefined();
});

it('only a form that exists is chosen', () => {
  expect(chooseEncoding('br, gzip', { gzip: 12 })).toBe('gzip');
  expect(chooseEncoding('br', { gzip: 12 })).toBeUndefined();
  expect(chooseEncoding('br, gzip, *', {})).toBeUndefined();
});

it('a header that no client sends is not read, whatever is in it', () => {
  for (const run of [' ', ';', ' ;', ',', 'br,']) {
    // With work that grows by the square of its length this would take minutes.
    expect(chooseEncoding(`br${run.repeat(300_000)}`, BOTH)).toBeUndefined();
  }
});
