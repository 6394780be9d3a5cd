import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { HttpUrl } from './HttpUrl.ts';
import { LIMITS } from './limits.ts';

const accepts = (value: unknown) => z.safeParse(HttpUrl, value).success;
const ofLength = (length: number) => 'https://cdn.example.com/'.padEnd(length, 'x');

describe('HttpUrl', () => {
  it.each([
    'http://localhost:8080/cdn/icons/orders.png',
    'https://cdn.example.com/a.png',
    'HTTPS://cdn.example.com/',
    'https://[::1]:8443/a',
    'https://cdn.example.com/a%20b?size=2&at=a@b',
    'https://cdn.example.com?at=a@b',
    'https://cdn.example.com/@ann/a:b@c.png',
  ])('accepts %s', (text) => {
    expect(accepts(text)).toBe(true);
  });

  it.each([
    '',
    '/icons/a.png',
    '//cdn.example.com/a.png',
    'cdn.example.com/a.png',
    'javascript:alert(1)',
    'javascript://cdn.example.com/%0aalert(1)',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'ftp://cdn.example.com/a.png',
    'ws://cdn.example.com/',
    'blob:https://cdn.example.com/1',
  ])('refuses %j, which is no http or https address', (text) => {
    expect(accepts(text)).toBe(false);
  });

  it.each([
    'https://ann@cdn.example.com/',
    'https://ann:secret@cdn.example.com/',
    'https://:secret@cdn.example.com/',
    'https://@cdn.example.com/',
    'https://:@cdn.example.com/',
    'https://cdn.example.com/#top',
    'https://cdn.example.com/#',
  ])('refuses %j, which has a user name, a password or a fragment', (text) => {
    expect(accepts(text)).toBe(false);
  });

  it.each([
    ' https://cdn.example.com/',
    'https://cdn.example.com/ ',
    'https://cdn.example.com/a b',
    'https://cdn.example.com/\n',
    'https://cdn.exa\tmple.com/',
    'https://cdn.example.com/\u0000',
    'https:\\\\cdn.example.com\\a',
    'https://cdn.example.com\\@evil.example',
    'https:cdn.example.com',
    'https:/cdn.example.com',
    'https:///cdn.example.com',
    'https://',
    'https://cdn.example.com:99999/',
  ])('refuses %j, which a URL parser would mend or refuse', (text) => {
    expect(accepts(text)).toBe(false);
  });

  it('is as long as the limit allows and no longer', () => {
    expect(accepts(ofLength(LIMITS.urlLength))).toBe(true);
    expect(accepts(ofLength(LIMITS.urlLength + 1))).toBe(false);
  });
});
