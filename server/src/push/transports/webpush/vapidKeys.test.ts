import { createPublicKey, randomBytes } from 'node:crypto';

import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';

import { vapidKeysFrom } from './vapidKeys.ts';
import { VapidHeaders } from './VapidHeaders.ts';

const HOUR = 60 * 60 * 1000;

describe('the keys for Web Push', () => {
  it('are read from the form that tools for Web Push write', () => {
    // The pair of appendix A of RFC 8291.
    expect(vapidKeysFrom('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw')?.publicKey).toBe(
      'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
    );
  });

  it.each(['', 'short', 'A'.repeat(43), '_'.repeat(43), 'A'.repeat(87)])(
    'are not "%.10s"',
    (text) => {
      expect(vapidKeysFrom(text)).toBeUndefined();
    },
  );
});

describe('the header that signs for us', () => {
  it('names the origin, an end within a day and whom to write to', async () => {
    const { keys, headers } = setUp();
    const text = headers.for('https://push.example');
    const [, token, key] = /^vapid t=(\S+), k=(\S+)$/.exec(text)!;
    expect(key).toBe(keys.publicKey);
    const { payload, protectedHeader } = await jwtVerify(token!, createPublicKey(keys.privateKey));
    expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' });
    expect(Object.keys(payload).toSorted()).toEqual(['aud', 'exp', 'sub']);
    expect(payload).toMatchObject({ aud: 'https://push.example', sub: 'mailto:push@acme.example' });
    expect(payload.exp! * 1000).toBeLessThanOrEqual(Date.now() + 24 * HOUR);
  });

  it('is signed once for an origin, and again in time', () => {
    let now = Date.now();
    const { headers } = setUp(() => now);
    const first = headers.for('https://push.example');
    expect(headers.for('https://other.example')).not.toBe(first);
    now += 10 * HOUR;
    expect(headers.for('https://push.example')).toBe(first);
    now += HOUR;
    expect(headers.for('https://push.example')).not.toBe(first);
  });

  it('is signed again once a clock that was ahead is set right', async () => {
    const real = Date.now();
    let now = real + 48 * HOUR;
    const { keys, headers } = setUp(() => now);
    headers.for('https://push.example');
    now = real;
    const [, token] = /^vapid t=(\S+),/.exec(headers.for('https://push.example'))!;
    const { payload } = await jwtVerify(token!, createPublicKey(keys.privateKey));
    expect(payload.exp! * 1000).toBeLessThanOrEqual(real + 24 * HOUR);
  });
});

function setUp(now = Date.now) {
  const keys = vapidKeysFrom(randomBytes(32).toString('base64url'))!;
  return { keys, headers: new VapidHeaders({ keys, subject: 'mailto:push@acme.example' }, now) };
}
