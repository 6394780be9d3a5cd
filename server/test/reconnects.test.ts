import { type Socket, connect } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { issueCredentials, tokenKeyOf } from '../src/push/devices/deviceToken.ts';
import { openSqlite } from '../src/storage/database/sqlite/openSqlite.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const DEVICES = 10_000;
const SERVER_KEY = 'server-key-of-this-test';
const MAX_MEMORY_KB = 600 * 1024;

/** A device without a WebSocket library: ten thousand of them have to fit into one test. */
interface Device {
  key: string;
  socket: Socket | undefined;
  heard: string;
}

describe('ten thousand devices', () => {
  const built = useServer();

  it(
    'that come back at once all get what is sent, once, within bounded memory',
    { timeout: 240_000 },
    async () => {
      let server = await built.start(await built.newFolder(), { SERVER_KEY });
      await server.kill('SIGKILL');
      const devices = addDevices(server.dataDir);
      server = await server.restart();

      await Promise.all(devices.map((device) => connectDevice(server, device)));
      await publish(server, 'first');
      await untilAll(devices, 'first');

      await server.kill('SIGKILL');
      server = await server.restart();
      // While they come back: some are live already, some find it in what they missed.
      const back = Promise.all(devices.map((device) => connectDevice(server, device)));
      await publish(server, 'second');
      await back;
      await untilAll(devices, 'second');
      for (const { heard } of devices) expect(heard.split('"n":"second"')).toHaveLength(2);

      const headers = { authorization: `Bearer ${server.adminToken}` };
      const figures = await fetch(`${server.url}/metrics`, { headers });
      const status = await figures.text();
      expect(status).toContain(`push_connections ${DEVICES}`);
      const resident = /process_resident_memory_bytes (\d+)/.exec(status)![1];
      expect(Number(resident) / 1024).toBeLessThan(MAX_MEMORY_KB);
      for (const { socket } of devices) socket!.destroy();
      await server.kill('SIGKILL');
    },
  );
});

/** Registers the devices in the database of a server that does not run: one by one would take longer than the test. */
function addDevices(dataDir: string): Device[] {
  const db = openSqlite(join(dataDir, 'host.db'));
  const device = db.prepare(
    `INSERT INTO devices (id, token_key, token, platform, owner_since, created_at, last_seen, position)
      VALUES (?, ?, ?, 'web', 0, ?, ?, 0)`,
  );
  const topic = db.prepare(
    `INSERT INTO topic_subscriptions (topic, device_id, since, added_at) VALUES ('all', ?, 0, 0)`,
  );
  db.exec('BEGIN');
  const devices = Array.from({ length: DEVICES }, (_, index): Device => {
    const { token, key } = issueCredentials();
    device.run(index + 1, tokenKeyOf(token), token, Date.now(), Date.now());
    topic.run(index + 1);
    return { key, socket: undefined, heard: '' };
  });
  db.exec('COMMIT');
  db.close();
  return devices;
}

/** Connects, and tries again when the server is too busy to take it, as a host does. */
async function connectDevice(server: StartedServer, device: Device): Promise<void> {
  for (;;) {
    device.socket?.destroy();
    device.heard = '';
    device.socket = connect(server.port, '127.0.0.1');
    device.socket.on('error', () => undefined);
    device.socket.on('data', (bytes) => (device.heard += bytes.toString('latin1')));
    device.socket.write(handshakeOf(device.key));
    if (await hears(device, '"type":"hello"')) return;
  }
}

function handshakeOf(key: string): string {
  return [
    'GET /v1/push/connect HTTP/1.1',
    'Host: host',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol: push.v1',
    `Authorization: Bearer ${key}`,
    '\r\n',
  ].join('\r\n');
}

/** Waits until every device has a message, and acknowledges it. */
async function untilAll(devices: Device[], n: string): Promise<void> {
  await Promise.all(
    devices.map(async (device) => {
      if (!(await hears(device, `"n":"${n}"`))) throw new Error(`closed: ${device.heard}`);
      const [, cursor] = /"cursor":(\d+),"id"/.exec(device.heard)!;
      const ack = Buffer.from(`{"type":"ack","cursor":${cursor}}`);
      // A mask of zeros leaves the text as it is.
      device.socket!.write(
        Buffer.concat([Buffer.from([0x81, 0x80 | ack.length, 0, 0, 0, 0]), ack]),
      );
    }),
  );
}

/** Waits until a device heard something; false when its connection ended before. */
function hears({ socket, ...device }: Device, part: string): Promise<boolean> {
  return new Promise((resolve) => {
    let heard = device.heard;
    if (heard.includes(part)) return resolve(true);
    const take = (bytes: Buffer) => {
      heard += bytes.toString('latin1');
      if (heard.includes(part)) finish(true);
    };
    const end = () => finish(false);
    const finish = (found: boolean) => {
      socket!.off('data', take).off('close', end);
      resolve(found);
    };
    socket!.on('data', take).on('close', end);
    return undefined;
  });
}

async function publish(server: StartedServer, n: string): Promise<void> {
  const response = await fetch(`${server.url}/fcm/send`, {
    method: 'POST',
    headers: { authorization: `key=${SERVER_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to: '/topics/all', data: { n } }),
  });
  expect(response.status).toBe(200);
}
