import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { DeviceCredentials } from '@host/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { tokenKeyOf } from '../src/push/devices/deviceToken.ts';
import { DeviceClient } from '../src/push/testing/DeviceClient.ts';
import { openSqlite } from '../src/storage/database/sqlite/openSqlite.ts';
import { type FakeFcm, startFakeFcm } from '../src/testing/push-services/startFakeFcm.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const SERVER_KEY = 'server-key-of-this-test';
const DEVICES = 3_000;
const PAGE = 500;
/** After so many sends that reached Google: in the middle of a page each time. */
const KILLS = [700, 1_800];

describe('kill -9 in the middle of a fan-out to another service', () => {
  const built = useServer();
  let google: FakeFcm;
  beforeEach(async () => void (google = await startFakeFcm()));
  afterEach(() => google.close());

  it.each([
    ['a topic', (): object[] => [{ to: '/topics/all' }]],
    [
      'lists of tokens',
      (): object[] =>
        [0, 1, 2].map((part) => ({
          registration_ids: tokens.slice(part * 1000, part * 1000 + 1000),
        })),
    ],
  ])(
    'to %s: every device gets it, and at most a page is sent again for each kill',
    { timeout: 240_000 },
    async (_, bodies) => {
      let server = await start(built, google);
      for (const body of bodies()) await send(server, body);
      for (const count of KILLS) {
        while (google.messages.length < count) await wait(1);
        await server.kill('SIGKILL');
        // Otherwise it came when everything was done.
        expect(google.messages.length).toBeLessThan(DEVICES);
        server = await server.restart();
      }
      const reached = () => new Set(google.messages.map(({ message }) => message.token));
      while (reached().size < DEVICES) await wait(10);
      await untilNothingIsLeft(server);
      expect([...reached()].toSorted()).toEqual(tokens.toSorted());
      const again = google.messages.length - DEVICES;
      expect(again).toBeLessThanOrEqual(KILLS.length * PAGE);
      const sent = google.messages.map(({ message }) => message.data!['host_message_id']);
      expect(new Set(sent).size).toBe(bodies().length);
    },
  );
});

describe('it holds:', () => {
  const built = useServer();

  it('An accepted message survives `kill -9`: the write is on disk before the 200.', async () => {
    let server = await built.start(await built.newFolder(), { SERVER_KEY });
    const { token, key } = await newDevice(server);
    const expected = ['1', '2', '3', '4'];
    for (const n of expected) {
      await send(server, { to: token }, n);
      await server.kill('SIGKILL');
      server = await server.restart();
    }
    const client = new DeviceClient(server.url, key);
    const received = await client.received(expected.length);
    expect(received.map(({ data }) => data!['n'])).toEqual(expected);
    await client.close();
  });
});

const tokens = Array.from({ length: DEVICES }, (_, index) => `fcm:device-${index}`);

/** A server that reaches Google's stand-in, with devices that only Google reaches. */
async function start(
  built: ReturnType<typeof useServer>,
  { account, origin, ca }: FakeFcm,
): Promise<StartedServer> {
  const dataDir = await built.newFolder();
  const caFile = join(dataDir, 'ca.pem');
  await writeFile(caFile, ca);
  const server = await built.start(dataDir, {
    SERVER_KEY,
    FCM_URL: origin,
    NODE_EXTRA_CA_CERTS: caFile,
    FCM_SERVICE_ACCOUNT: JSON.stringify({
      type: 'service_account',
      project_id: account.projectId,
      private_key_id: account.privateKeyId,
      private_key: account.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      client_email: account.clientEmail,
      token_uri: account.tokenUrl,
    }),
  });
  await server.kill('SIGKILL');
  addDevices(dataDir);
  return server.restart();
}

/** Registers the devices in the database of a server that does not run: one by one would take longer than the test. */
function addDevices(dataDir: string): void {
  const db = openSqlite(join(dataDir, 'host.db'));
  const device = db.prepare(
    `INSERT INTO devices (id, token_key, token, platform, owner_since, upstream, created_at, last_seen, position)
      VALUES (?, ?, ?, 'android', 0, ?, ?, ?, 0)`,
  );
  const topic = db.prepare(
    `INSERT INTO topic_subscriptions (topic, device_id, since, added_at) VALUES ('all', ?, 0, 0)`,
  );
  db.exec('BEGIN');
  for (const [index, token] of tokens.entries()) {
    const address = JSON.stringify({ transport: 'fcm', token });
    device.run(index + 1, tokenKeyOf(token), token, address, Date.now(), Date.now());
    topic.run(index + 1);
  }
  db.exec('COMMIT');
  db.close();
}

async function send(server: StartedServer, body: object, n = '1'): Promise<void> {
  const response = await fetch(`${server.url}/fcm/send`, {
    method: 'POST',
    headers: { authorization: `key=${SERVER_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, data: { n } }),
  });
  expect(response.status, await response.text()).toBe(200);
}

async function newDevice({ url }: StartedServer): Promise<DeviceCredentials> {
  const issued = await fetch(`${url}/v1/push/tokens`, { method: 'POST' });
  const credentials = (await issued.json()) as DeviceCredentials;
  const registered = await fetch(`${url}/devices/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: credentials.token, platform: 'web' }),
  });
  expect(registered.status).toBe(201);
  return credentials;
}

/** Nothing comes after everybody has it: waits until the server has no work left. */
async function untilNothingIsLeft({ dataDir }: StartedServer): Promise<void> {
  const db = openSqlite(join(dataDir, 'host.db'));
  const left = db.prepare('SELECT COUNT(*) AS count FROM push_jobs');
  while ((left.get() as { count: number }).count > 0) await wait(20);
  db.close();
}
