import { describe, expect, inject, it } from 'vitest';

import { connectDevice, publish, registerDevice } from './testing/followers.ts';
import { useSchema } from './testing/useSchema.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const SERVER_KEY = 'server-key-of-this-test';
const DEVICES = 20;
const DRAIN_SECONDS = 5;
const postgresUrl = inject('postgresUrl');

describe('a node that is stopped while no device is connected', () => {
  const built = useServer();

  it('says for as long that it is not ready, and answers meanwhile', async () => {
    const env = { SERVER_KEY, DRAIN_SECONDS: '2' };
    const node = await built.start(await built.newFolder(), env);
    const isReady = async () => (await fetch(`${node.url}/ready`)).status;
    const began = performance.now();
    const lasted = node.ended.then(() => performance.now() - began);
    node.signal('SIGTERM');
    await expect.poll(isReady).toBe(503);
    while (performance.now() - began < 1500) {
      expect(await isReady()).toBe(503);
      await publish(node, SERVER_KEY);
    }
    expect(await lasted).toBeGreaterThan(2000);
    expect((await node.ended).code).toBe(0);
  });
});

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
    const devices = await Promise.all(
      Array.from({ length: DEVICES }, () => registerDevice(leaving)),
    );
    for (const device of devices) await connectDevice(leaving, device);
    const sent: string[] = [];
    const send = async (node: StartedServer) => void sent.push(await publish(node, SERVER_KEY));
    await send(leaving);

    const closings = devices.map(async (device) => {
      const { code, reason } = await device.client!.closed;
      const at = performance.now();
      await connectDevice(staying, device);
      return { code, reason, at };
    });
    leaving.signal('SIGTERM');
    await expect.poll(async () => (await fetch(`${leaving.url}/ready`)).status).toBe(503);
    // A proxy that kept the connection would use it until the moment in which it is closed.
    const health = await fetch(`${leaving.url}/health`);
    expect([health.status, health.headers.get('connection')]).toEqual([200, 'close']);
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
