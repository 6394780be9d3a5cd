import { translator } from '@host/contracts/messages';
import { expect, it } from 'vitest';

import { ACCOUNTS } from '../messages/accounts.ts';
import { deviceNameOf } from './deviceNameOf.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/150.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${WEBKIT} Chrome/150.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.5; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on Mac',
  ],
  ['okhttp/4.12 (Android 16)', 'Android'],
  ['curl/8.5', 'Unknown device'],
  [undefined, 'Unknown device'],
])('%j is signed in from %s', (userAgent, expected) => {
  expect(deviceNameOf(userAgent, translator(ACCOUNTS, undefined))).toBe(expected);
});
