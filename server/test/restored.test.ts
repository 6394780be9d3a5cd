import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { DeviceClient } from '../src/push/testing/DeviceClient.ts';
import { metricOf } from './testing/metricOf.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const SERVER_KEY = 'server-key-of-this-test';
const SKIPPED = 'push_skipped_positions_total';
/** The level of a warning in the log. */
const WARN = 40;

interface Device {
  deviceId: string;
  token: string;
  key: string;
  cursor: number | undefined;
  /** The ids of what was shown: one that was shown already is a repetition, and is not shown again. */
  shown: Map<string, string>;
}

describe('after a backup of the data folder is back', () => {
  const built = useServer();

  const ways: [string, (dataDir: string, backup: string) => Promise<void>][] = [
    [
      'in place of the folder',
      async (dataDir, backup) => {
        await rm(dataDir, { recursive: true });
        await cp(backup, dataDir, { recursive: true, preserveTimestamps: true });
      },
    ],
    [
      'over the files that are there',
      (dataDir, backup) => cp(backup, dataDir, { recursive: true, force: true }),
    ],
    [
      'as the database alone',
      async (dataDir, backup) => {
        const files = (await readdir(dataDir)).filter((file) => file.startsWith('host.db'));
        for (const file of files) await rm(join(dataDir, file));
        const copied = (await readdir(backup)).filter((file) => file.startsWith('host.db'));
        for (const file of copied) await cp(join(backup, file), join(dataDir, file));
      },
    ],
  ];

  it.each([
    ...ways.map(([way, putBack]) => ({ way, putBack, signal: 'SIGTERM' as const })),
    { way: ways[0]![0], putBack: ways[0]![1], signal: 'SIGKILL' as const },
  ])(
    'everything that is sent is shown: copied after $signal, put back $way',
    { timeout: 120_000 },
    async ({ signal, putBack }) => {
      const dataDir = await built.newFolder();
      const backup = await built.newFolder();
      const began = Date.now();
      let server = await built.start(dataDir, { SERVER_KEY });
      const device = await register(server);
      await sendAndShow(server, device, 10);
      const keptUpTo = device.cursor;
      await server.kill(signal);
      await cp(dataDir, backup, { recursive: true });
      const copied = Date.now();
      server = await server.restart();
      await sendAndShow(server, device, 20);
      const lost = await register(server);
      await server.kill(signal);
      expect(server.said().stdout).not.toContain('is lost');

      await putBack(dataDir, backup);
      server = await server.restart();
      expect(await metricOf(server, SKIPPED)).toBeGreaterThanOrEqual(1_000_000);
      const warning = JSON.parse(
        server
          .said()
          .stdout.split('\n')
          .find((line) => line.includes('is lost'))!,
      ) as { level: unknown; keptUpTo: number; since: string };
      expect(warning).toMatchObject({ level: WARN, keptUpTo });
      expect(Date.parse(warning.since)).toBeGreaterThanOrEqual(began);
      expect(Date.parse(warning.since)).toBeLessThanOrEqual(copied);
      await sendAndShow(server, device, 10);
      expect([...device.shown.values()]).toEqual(Array.from({ length: 40 }, (_, n) => `${n}`));
      expect((await register(server)).deviceId).not.toBe(lost.deviceId);
      await server.kill('SIGTERM');
    },
  );

  it('a server that ended as it should goes on with the next number', async () => {
    let server = await built.start(await built.newFolder(), { SERVER_KEY });
    const device = await register(server);
    await sendAndShow(server, device, 3);
    const before = device.cursor!;
    await server.kill('SIGTERM');
    server = await server.restart();
    expect(await metricOf(server, SKIPPED)).toBe(0);
    await sendAndShow(server, device, 1);
    expect(device.cursor).toBe(before + 1);
    await server.kill('SIGTERM');
  });

  async function sendAndShow(server: StartedServer, device: Device, count: number): Promise<void> {
    const client = new DeviceClient(server.url, device.key, { since: device.cursor });
    await client.hello();
    const before = device.shown.size;
    for (let n = 0; n < count; n++) await send(server, device.token, `${before + n}`);
    const received = await client.received(count);
    for (const { id, cursor, data } of received) {
      device.shown.set(id, data!['n']!);
      device.cursor = Math.max(device.cursor ?? 0, cursor);
    }
    await client.close();
    expect(device.shown.size).toBe(before + count);
  }
});

async function register(server: StartedServer): Promise<Device> {
  const issued = await fetch(`${server.url}/v1/push/tokens`, { method: 'POST' });
  const { token, key } = (await issued.json()) as { token: string; key: string };
  const registered = await fetch(`${server.url}/devices/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, platform: 'android', key }),
  });
  const { deviceId } = (await registered.json()) as { deviceId: string };
  return { deviceId, token, key, cursor: undefined, shown: new Map() };
}

async function send(server: StartedServer, to: string, n: string): Promise<void> {
  const answer = await fetch(`${server.url}/fcm/send`, {
    method: 'POST',
    headers: { authorization: `key=${SERVER_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to, data: { n } }),
  });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
}
