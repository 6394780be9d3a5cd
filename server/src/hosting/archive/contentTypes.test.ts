import { expect, it } from 'vitest';

import { contentTypeOf, isCompressible } from './contentTypes.ts';

it.each([
  ['index.bundle', 'text/javascript; charset=utf-8', true],
  ['com_acme_orders.container.js', 'text/javascript; charset=utf-8', true],
  ['a.mjs', 'text/javascript; charset=utf-8', true],
  ['mf-manifest.json', 'application/json', true],
  ['index.bundle.map', 'application/json', true],
  ['a.css', 'text/css; charset=utf-8', true],
  ['a.txt', 'text/plain; charset=utf-8', true],
  ['a.svg', 'image/svg+xml', true],
  ['a.png', 'image/png', false],
  ['a.jpg', 'image/jpeg', false],
  ['a.jpeg', 'image/jpeg', false],
  ['a.webp', 'image/webp', false],
  ['a.gif', 'image/gif', false],
  ['a.avif', 'image/avif', false],
  ['a.ttf', 'font/ttf', true],
  ['a.otf', 'font/otf', true],
  ['a.woff', 'font/woff', false],
  ['a.woff2', 'font/woff2', false],
  ['a.wasm', 'application/wasm', true],
  ['ios.zip', 'application/zip', false],
  ['a.mp4', 'video/mp4', false],
  ['a.mp3', 'audio/mpeg', false],
  ['a.wav', 'audio/wav', false],
])('%s is served as %s (compressible: %s)', (name, type, compressible) => {
  expect(contentTypeOf(name)).toBe(type);
  expect(isCompressible(name)).toBe(compressible);
});

it('the extension counts in any case and in any folder', () => {
  expect(contentTypeOf('assets.js/LOGO.PNG')).toBe('image/png');
});

it.each(['a.html', 'a.HTM', 'a.xhtml', 'a.xml', 'a.pdf', 'a.exe', 'README', '.js'])(
  '%s is bytes to download, never a page or a script',
  (name) => {
    expect(contentTypeOf(name)).toBe('application/octet-stream');
    expect(isCompressible(name)).toBe(false);
  },
);
