import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { PushAcknowledgement } from './PushAcknowledgement.ts';
import { WebPushSubscription } from './WebPushSubscription.ts';
import { PushMessage } from './PushMessage.ts';
import { ServerKeyRequest } from './ServerKey.ts';

const accepts = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

describe('ServerKeyRequest', () => {
  it('names what the key may do, and for which apps', () => {
    expect(accepts(ServerKeyRequest, { name: 'Shop', scopes: ['send', 'topics', 'read'] })).toBe(
      true,
    );
    const apps = ['com.acme.orders'];
    expect(accepts(ServerKeyRequest, { name: 'Shop', scopes: ['send'], apps })).toBe(true);
  });

  it.each([
    {},
    { name: 'Shop', scopes: [] },
    { name: 'Shop', scopes: ['everything'] },
    { name: 'Shop', scopes: ['send', 'send'] },
    { name: ' ', scopes: ['send'] },
    { name: 'Shop', scopes: ['send'], apps: [] },
    { name: 'Shop', scopes: ['send'], secret: 'mine' },
  ])('refuses %j', (value) => {
    expect(accepts(ServerKeyRequest, value)).toBe(false);
  });
});

describe('WebPushSubscription', () => {
  const keys = { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) };

  it('is what a browser gives', () => {
    const subscription = { endpoint: 'https://push.example/x', expirationTime: null, keys };
    expect(accepts(WebPushSubscription, subscription)).toBe(true);
  });

  it.each([
    { endpoint: 'push.example', keys },
    { endpoint: 'file:///etc/passwd', keys },
    { endpoint: 'https://push.example/x', keys: { ...keys, auth: 'short' } },
    { endpoint: 'https://push.example/x', keys: { ...keys, p256dh: 'not base64 !' } },
    { endpoint: 'https://push.example/x' },
  ])('is not %j', (value) => {
    expect(accepts(WebPushSubscription, value)).toBe(false);
  });
});

describe('PushAcknowledgement', () => {
  it('has a cursor, and maybe what was opened', () => {
    expect(accepts(PushAcknowledgement, { cursor: 0 })).toBe(true);
    expect(accepts(PushAcknowledgement, { cursor: 5, opened: ['4'] })).toBe(true);
  });

  it.each([{}, { cursor: -1 }, { cursor: 1.5 }, { cursor: '1' }, { cursor: 1, opened: ['x'] }])(
    'is not %j',
    (value) => {
      expect(accepts(PushAcknowledgement, value)).toBe(false);
    },
  );
});

describe('send_at', () => {
  it.each(['2026-01-10T09:00:00Z', '2026-01-10T09:00:00.5+01:00'])('may be %s', (send_at) => {
    expect(accepts(PushMessage, { to: 'x', send_at })).toBe(true);
  });

  it.each(['tomorrow', '2026-01-10', '2026-01-10T09:00:00', 1_768_035_600])(
    'may not be %j',
    (send_at) => {
      expect(accepts(PushMessage, { to: 'x', send_at })).toBe(false);
    },
  );
});
