import { expect, it } from 'vitest';

import { encodedKey, iconKey, uploadKey, webFileKey } from './artifactKeys.ts';

it('keys have the layout of the interface, and source maps lie apart', () => {
  expect([
    uploadKey('com.acme.orders', '1.2.3', 'ios.zip'),
    uploadKey('com.acme.orders', '1.2.3', 'mf-manifest.json'),
    uploadKey('com.acme.orders', '1.2.3', 'android.maps.zip'),
    webFileKey('com.acme.orders', '1.2.3', 'img/logo.png'),
    iconKey('com.acme.orders.png'),
  ]).toEqual([
    'mini-apps/com.acme.orders/1.2.3/ios.zip',
    'mini-apps/com.acme.orders/1.2.3/mf-manifest.json',
    'source-maps/com.acme.orders/1.2.3/android.maps.zip',
    'mini-apps/com.acme.orders/1.2.3/web/img/logo.png',
    'icons/com.acme.orders.png',
  ]);
});

it('compressed forms that differ never lie in the same place', () => {
  const places = [
    encodedKey({ sha256: 'a', encodings: { br: 10, gzip: 10 } }, 'br'),
    encodedKey({ sha256: 'a', encodings: { br: 10, gzip: 10 } }, 'gzip'),
    // What another version of the compressor makes of the same content.
    encodedKey({ sha256: 'a', encodings: { br: 9 } }, 'br'),
    encodedKey({ sha256: 'b', encodings: { br: 10 } }, 'br'),
  ];
  expect(new Set(places).size).toBe(4);
});
