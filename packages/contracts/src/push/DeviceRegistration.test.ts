import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { DeviceRegistration } from './DeviceRegistration.ts';
import { LIMITS } from '../common/limits.ts';

const accepts = (value: unknown) => z.safeParse(DeviceRegistration, value).success;
const ofLength = (length: number) => ({ token: 'x'.repeat(length), platform: 'ios' });

describe('DeviceRegistration', () => {
  it.each(['ios', 'android', 'web', 'HarmonyOS'])('accepts the platform %s', (platform) => {
    expect(accepts({ token: 'device-token', platform })).toBe(true);
  });

  it.each([
    {},
    { token: 'device-token' },
    { platform: 'ios' },
    { token: '', platform: 'ios' },
    { token: ' ', platform: 'ios' },
    { token: 'a\nb', platform: 'ios' },
    { token: 'device-token', platform: '' },
    { token: 'device-token', platform: 'x'.repeat(65) },
    { token: 1, platform: 'ios' },
    { token: 'device-token', platform: 'ios', userId: '42' },
  ])('refuses %j', (value) => {
    expect(accepts(value)).toBe(false);
  });

  it('takes tokens up to the limit', () => {
    expect(accepts(ofLength(LIMITS.deviceTokenLength))).toBe(true);
    expect(accepts(ofLength(LIMITS.deviceTokenLength + 1))).toBe(false);
  });
});
