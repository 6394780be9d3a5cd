import { describe, expect, it } from 'vitest';

import { readAddress } from './readAddress.ts';

describe('the address of a dev server', () => {
  it.each([
    ['http://localhost:9002', 'http://localhost:9002'],
    [' localhost:9002/ ', 'http://localhost:9002'],
    ['127.0.0.1:9100/web/mf-manifest.json', 'http://127.0.0.1:9100'],
    ['http://[::1]:9002', 'http://[::1]:9002'],
  ])('can be entered as %s', (text, origin) => {
    expect(readAddress(text)).toBe(origin);
  });

  it.each([
    '',
    'nonsense here',
    'https://evil.example:9002',
    'localhost.evil.example',
    'http://localhost@evil.example',
    'http://evil.example#localhost',
    'javascript:alert(1)',
  ])('is none of this machine in %j', (text) => {
    expect(readAddress(text)).toBeUndefined();
  });
});
