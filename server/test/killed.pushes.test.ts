import type { LiveMessage } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { DeviceClient } from '../src/push/testing/DeviceClient.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const SERVER_KEY = 'server-key-of-this-test';
const MESSAGES = 10_000;
const DEVICES = 60;
const SENDERS = 48;
/** Every so many messages go to the topic that all devices have. */
const TOPIC_EVERY = 25;
const KILLS = [2_500, 5_000, 7_500];

interface Device {
  token: string;
  key: string;
  /** What the person saw: each message once, whatever came over the wire. */
  shown: Map<string, LiveMessage>;
  cursor: number | undefined;
  client: DeviceClient | undefined;
}

describe('kill -9 in the middle of ten thousand sends', () => {
  const built = useServer();

  it(
    'loses nothing that was answered with 200, and shows nothing twice',
    { timeout: 240_000 },
    async () => {
      let server = await built.start(await built.newFolder(), { SERVER_KEY });
      const devices = await Promise.all(Array.from({ length: DEVICES }, () => register(server)));
      for (const device of devices) await connect(server, device);

      const sent = new Map<number, string>();
      const waiting = Array.from({ length: MESSAGES }, (_, n) => n);
      let interrupted = 0;
      for (const answers of [...KILLS, Infinity]) {
        interrupted += await sendUntil(server, devices, waiting, sent, answers);
        if (answers === Infinity) break;
        server = await server.restart();
        // Half of them come back at once, the others when everything was sent.
        for (const device of devices.slice(0, DEVICES / 2)) await connect(server, device);
      }
      // Otherwise every kill came when nothing was under way.
      expect(interrupted).toBeGreaterThan(0);
      expect(sent.size).toBe(MESSAGES);

      await Promise.all(devices.map((device) => connect(server, device)));
      await Promise.all(devices.map((device, index) => untilComplete(device, expectedBy(index))));
      for (const [index, device] of devices.entries()) {
        const numbers = [...device.shown.values()].map(({ data }) => Number(data!['n']));
        expect(numbers.toSorted((a, b) => a - b)).toEqual(expectedBy(index));
      }
      await server.kill('SIGKILL');
    },
  );
});

const isToTopic = (n: number) => n % TOPIC_EVERY === 0;
const expectedBy = (device: number) =>
  Array.from({ length: MESSAGES }, (_, n) => n).filter(
    (n) => isToTopic(n) || n % DEVICES === device,
  );

async function register(server: StartedServer): Promise<Device> {
  const issued = await fetch(`${server.url}/v1/push/tokens`, { method: 'POST' });
  const { token, key } = (await issued.json()) as { token: string; key: string };
  await fetch(`${server.url}/devices/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, platform: 'web' }),
  });
  const subscribed = await fetch(`${server.url}/v1/push/topics/all`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(subscribed.status).toBe(200);
  return { token, key, shown: new Map(), cursor: undefined, client: undefined };
}

/** Connects from the last message that the device kept, as a host does. */
async function connect(server: StartedServer, device: Device): Promise<void> {
  device.client?.socket.terminate();
  const client = new DeviceClient(server.url, device.key, { since: device.cursor });
  device.client = client;
  client.socket.on('message', (bytes: Buffer) => {
    const event = JSON.parse(bytes.toString()) as LiveMessage;
    if (event.type !== 'message') return;
    device.shown.set(event.id, event);
    device.cursor = Math.max(device.cursor ?? 0, event.cursor);
  });
  await client.hello();
}

/** Sends what waits, many at a time, until so many were answered; then kills the server. Counts the unanswered. */
async function sendUntil(
  server: StartedServer,
  devices: Device[],
  waiting: number[],
  sent: Map<number, string>,
  answers: number,
): Promise<number> {
  let killed: Promise<unknown> | undefined;
  let interrupted = 0;
  const worker = async () => {
    while (!killed) {
      const n = waiting.shift();
      if (n === undefined) return;
      const answer = await send(server, devices, n).catch(() => undefined);
      if (answer === undefined) {
        interrupted++;
        // A sender that got no answer asks again, under the same key.
        waiting.push(n);
        return;
      }
      sent.set(n, answer);
      if (sent.size >= answers) killed ??= server.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, worker));
  await killed;
  return interrupted;
}

async function send(server: StartedServer, devices: Device[], n: number): Promise<string> {
  const to = isToTopic(n) ? '/topics/all' : devices[n % DEVICES]!.token;
  const response = await fetch(`${server.url}/fcm/send`, {
    method: 'POST',
    headers: {
      authorization: `key=${SERVER_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': `message-${n}`,
    },
    body: JSON.stringify({ to, data: { n: String(n) } }),
  });
  const body = await response.text();
  expect(response.status, body).toBe(200);
  expect(body).toContain('"message_id":');
  return body;
}

async function untilComplete(device: Device, expected: readonly number[]): Promise<void> {
  await device.client!.until(() => device.shown.size >= expected.length || undefined);
}
