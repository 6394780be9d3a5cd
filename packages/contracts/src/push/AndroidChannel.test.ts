import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { AndroidChannel } from './AndroidChannel.ts';

const channel = { id: 'orders', name: 'Orders', description: 'News of orders', importance: 'high' };
const accepts = (change: object) => z.safeParse(AndroidChannel, { ...channel, ...change }).success;

describe('AndroidChannel', () => {
  it('accepts the four required fields, with or without sound and vibration', () => {
    expect(accepts({})).toBe(true);
    expect(accepts({ sound: 'bell', vibration: false })).toBe(true);
  });

  it.each(Object.keys(channel))('refuses to go without %s', (field) => {
    expect(accepts({ [field]: undefined })).toBe(false);
  });

  it.each(['none', 'min', 'low', 'default', 'high'])('knows the importance %s', (importance) => {
    expect(accepts({ importance })).toBe(true);
  });

  it.each(['', 'max', 'HIGH', 4])('refuses the importance %j', (importance) => {
    expect(accepts({ importance })).toBe(false);
  });

  it.each([{ id: '' }, { name: '' }, { sound: true }, { vibration: 'on' }, { lights: true }])(
    'refuses %j',
    (change) => {
      expect(accepts(change)).toBe(false);
    },
  );
});
