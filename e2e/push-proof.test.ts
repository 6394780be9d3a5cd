import { createDeepLinkRouter, createGatewayClient, createPush } from '@host/push/core';
import { createMemoryPlatform } from '@host/push/memory';
import { createTestServer } from '@host/server/testing';
import { MemoryTransport } from '@host/server/transports';
import { afterEach, expect, it, vi } from 'vitest';

const endings: (() => void | Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

const TOKEN = 'fcm:one-and-the-same';
const PATIENT = { timeout: 30_000, interval: 20 };

/** The real gateway, and Firebase as far as it brings data to the phone that has the token. */
async function startGateway() {
  const firebase = new MemoryTransport('fcm');
  const server = await createTestServer({ pushTransports: [firebase] as never });
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  endings.push(() => server.close());
  return { server, url, firebase };
}

/** The app on the phone, installed anew: it has nothing but the token. */
function installApp({ url, firebase }: Awaited<ReturnType<typeof startGateway>>) {
  const platform = createMemoryPlatform({ name: 'android', permission: 'granted', token: TOKEN });
  const gateway = createGatewayClient({ url, storage: platform.storage });
  const push = createPush({ platform, gateway, router: createDeepLinkRouter() });
  const received: unknown[] = [];
  push.on('received', (notification) => void received.push(notification));
  endings.push(() => push.stop());
  firebase.answer = ({ id, data = {} }) => {
    const message = { id, data: { ...data }, isShown: false };
    platform.emit({ type: 'message', message });
    return { kind: 'accepted' };
  };
  return { push, received, platform };
}

it('an app that is installed anew on the same phone has its device again, by a push that nobody sees', async () => {
  const gateway = await startGateway();
  const first = installApp(gateway);
  await first.push.start();
  await first.push.subscribeToTopic('news');
  const topics = async () =>
    (
      await gateway.server.db.all<{ topic: string }>(
        `SELECT s.topic FROM topic_subscriptions s JOIN devices d ON d.id = s.device_id WHERE d.token = ?`,
        TOKEN,
      )
    ).map(({ topic }) => topic);
  await vi.waitFor(async () => expect(await topics()).toEqual(['news']), PATIENT);
  first.push.stop();

  const again = installApp(gateway);
  await again.push.start();
  await vi.waitFor(() => expect(again.push.device.get().token).toBe(TOKEN), PATIENT);
  await again.push.subscribeToTopic('offers');
  await vi.waitFor(async () => expect(await topics()).toContain('offers'), PATIENT);
  expect(gateway.firebase.sent).toHaveLength(1);
  expect([again.received, again.platform.history]).toEqual([[], []]);
  expect(again.push.center.get().notifications).toEqual([]);
});
