import type { LiveMessage } from '@host/contracts';
import { describe, expect, inject, it } from 'vitest';

import { DeviceClient } from '../src/push/testing/DeviceClient.ts';
import { useSchema } from './testing/useSchema.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const SERVER_KEY = 'server-key-of-this-test';
const DEVICES = 20;
const DRAIN_SECONDS = 3;
const postgresUrl = inject('postgresUrl');

/** A device that connects to another node when it is let go, as hosts do. */
interface Device {
  key: string;
  shown: string[];
  cursor: number | undefined;
  client: DeviceClient | undefined;
}

describe.each(postgresUrl === undefined ? [] : [postgresUrl])('a node that is restarted', (url) => {
  const databaseUrl = useSchema(url);
  const built = useServer();

  it('lets its devices go one after the other, answers meanwhile, and nothing is lost', async () => {
    const env = {
      SERVER_KEY,
      PEOPLE_SECRET: 'a-secret-that-all-nodes-have',
      DATABASE_URL: databaseUrl(),
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    };
    const start = async () => built.start(await built.newFolder(), env);
    const [leaving, staying] = [await start(), await start()];
    const devices = await Promise.all(Array.from({ length: DEVICES }, () => register(leaving)));
    for (const device of devices) await connect(leaving, device);
    const sent: string[] = [];
    const send = async (node: StartedServer) => void sent.push(await publish(node));
    await send(leaving);

    const closings = devices.map(async (device) => {
      const { code, reason } = await device.client!.closed;
      const at = performance.now();
      await connect(staying, device);
      return { code, reason, at };
    });
    leaving.signal('SIGTERM');
    await expect.poll(async () => (await fetch(`${leaving.url}/ready`)).status).toBe(503);
    // It is not ready for more, and answers all the same.
    for (let n = 0; n < 10; n++) await send(n % 2 === 0 ? leaving : staying);
    const closed = await Promise.all(closings);
    expect(new Set(closed.map(({ code }) => code))).toEqual(new Set([1001]));
    for (const { reason } of closed) {
      const [, ms] = /^the server shuts down; come back in (\d+) ms$/.exec(reason)!;
      // They are let go one after the other: none has to wait.
      expect(Number(ms)).toBeLessThan(1000);
    }
    const times = closed.map(({ at }) => at);
    const lasted = Math.max(...times) - Math.min(...times);
    expect(lasted).toBeGreaterThan((DRAIN_SECONDS * 1000) / 2);
    const { code, stderr } = await leaving.ended;
    expect([code, stderr]).toEqual([0, expect.not.stringMatching(/error/i)]);

    await send(staying);
    for (const device of devices) {
      await expect.poll(() => device.shown.length).toBe(sent.length);
      expect(device.shown).toEqual(sent);
      device.client!.socket.terminate();
    }
  });
});

async function register({ url }: StartedServer): Promise<Device> {
  const issued = await fetch(`${url}/v1/push/tokens`, { method: 'POST' });
  const { token, key } = (await issued.json()) as { token: string; key: string };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ token, platform: 'web' });
  await fetch(`${url}/devices/register`, { method: 'POST', headers, body });
  await fetch(`${url}/v1/push/topics/all`, { method: 'PUT', headers });
  return { key, shown: [], cursor: undefined, client: undefined };
}

async function connect({ url }: StartedServer, device: Device): Promise<void> {
  const client = new DeviceClient(url, device.key, { since: device.cursor });
  device.client = client;
  client.socket.on('message', (bytes: Buffer) => {
    const event = JSON.parse(bytes.toString()) as LiveMessage;
    if (event.type !== 'message') return;
    // Once on the screen, whatever comes over the wire.
    if (!device.shown.includes(event.id)) device.shown.push(event.id);
    device.cursor = Math.max(device.cursor ?? 0, event.cursor);
  });
  await client.hello();
}

async function publish({ url }: StartedServer): Promise<string> {
  const answer = await fetch(`${url}/fcm/send`, {
    method: 'POST',
    headers: { authorization: `key=${SERVER_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to: '/topics/all' }),
  });
  expect(answer.status).toBe(200);
  return String(((await answer.json()) as { message_id: number }).message_id);
}
