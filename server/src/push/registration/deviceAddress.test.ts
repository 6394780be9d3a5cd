import { describe, expect, it } from 'vitest';

import { addressOf } from './deviceAddress.ts';

const REGISTRATION = 'bk3RNwTe3H0:CI2k_HHwgIpoDKCIZvvDMExUdFQ3P1TY2Gh';

describe('the address of a device', () => {
  it.each([
    ['android', 'android'],
    ['iOS', 'ios'],
    ['WEB', 'web'],
    ['HarmonyOS', undefined],
    ['constructor', undefined],
  ])('at Google with platform %s', (platform, known) => {
    expect(addressOf({ token: REGISTRATION, platform }, 1)).toEqual({
      transport: 'fcm',
      token: REGISTRATION,
      platform: known,
    });
  });

  it('is at Apple for a token in hexadecimal, whatever the platform is called', () => {
    const token = 'ab'.repeat(32);
    const address = { transport: 'apns', token, registeredAt: 1 };
    expect(addressOf({ token, platform: 'android' }, 1)).toEqual(address);
  });
});
