import apn from '@parse/node-apn';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type FakeApns, apnsRefusal, startFakeApns } from './startFakeApns.ts';

const DEVICE = 'ab'.repeat(32);
let fake: FakeApns;
let provider: apn.Provider;

beforeEach(async () => {
  fake = await startFakeApns();
  const { keyId, teamId, privateKey } = fake.key;
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { hostname, port } = new URL(fake.origin);
  provider = new apn.Provider({
    token: { key, keyId, teamId },
    address: hostname,
    port: Number(port),
    rejectUnauthorized: false,
    production: true,
  });
});

afterEach(async () => {
  await provider.shutdown();
  await fake.close();
});

describe('the fake of Apple, asked by @parse/node-apn', () => {
  it('takes a notification, and more of them on the same connection', async () => {
    const note = notification({ alert: { title: 'Shipped', body: 'On its way' }, badge: 3 });
    // Until a first one was taken, Apple allows no second stream.
    await provider.send(note, DEVICE);
    const others = ['cd'.repeat(32), 'ef'.repeat(32)];
    const { sent, failed } = await provider.send(note, others);
    expect(failed).toEqual([]);
    expect(sent.map(({ device }) => device)).toEqual(others);
    expect(fake.sessions.size).toBe(1);
    expect(fake.pushes[0]).toMatchObject({
      headers: { 'apns-topic': fake.topic, 'apns-priority': '10', 'apns-push-type': 'alert' },
      payload: { aps: { alert: { title: 'Shipped', body: 'On its way' }, badge: 3 } },
    });
  });

  it('refuses with a reason and a timestamp that the client reads', async () => {
    fake.answers.set(DEVICE, apnsRefusal(410, 'Unregistered', { timestamp: 1_700_000_000_000 }));
    const { failed } = await provider.send(notification({ alert: 'x' }), DEVICE);
    expect(failed).toMatchObject([
      { status: 410, response: { reason: 'Unregistered', timestamp: 1_700_000_000_000 } },
    ]);
  });

  it.each([
    ['BadDeviceToken', 'xyz', {}],
    ['DeviceTokenNotForTopic', DEVICE, { topic: 'com.acme.other' }],
    ['InvalidPushType', DEVICE, { pushType: 'voip' }],
    ['BadPriority', DEVICE, { pushType: 'background', priority: 10 }],
    ['BadCollapseId', DEVICE, { collapseId: 'x'.repeat(65) }],
    ['BadMessageId', DEVICE, { id: 'no-uuid' }],
    ['PayloadTooLarge', DEVICE, { payload: { text: 'x'.repeat(4096) } }],
  ])('refuses with %s what Apple refuses so', async (reason, device, change) => {
    const note = Object.assign(notification({ alert: 'x' }), change);
    const { failed } = await provider.send(note, device);
    expect(failed[0]?.response?.reason).toBe(reason);
    expect(fake.pushes).toEqual([]);
  });

  it('refuses a provider token of another team', async () => {
    fake.key.teamId = 'ZZZZZZZZZZ';
    const { failed } = await provider.send(notification({ alert: 'x' }), DEVICE);
    expect(failed[0]).toMatchObject({ status: 403, response: { reason: 'InvalidProviderToken' } });
  });
});

function notification(aps: Partial<apn.Notification>): apn.Notification {
  return Object.assign(new apn.Notification(), { topic: fake.topic, pushType: 'alert' }, aps);
}
