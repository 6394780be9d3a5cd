import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { issueCredentials, tokenKeyOf } from '../src/push/devices/deviceToken.ts';
import { openSqlite } from '../src/storage/database/sqlite/openSqlite.ts';
import { type RawDevice, connectRaw, publishRaw, untilAll } from './testing/rawDevices.ts';
import { useServer } from './testing/useServer.ts';

const DEVICES = 10_000;
const SERVER_KEY = 'server-key-of-this-test';
const MAX_MEMORY_KB = 600 * 1024;

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

      await Promise.all(devices.map((device) => connectRaw(server, device)));
      await publishRaw(server, SERVER_KEY, 'first');
      await untilAll(devices, 'first');

      await server.kill('SIGKILL');
      server = await server.restart();
      // While they come back: some are live already, some find it in what they missed.
      const back = Promise.all(devices.map((device) => connectRaw(server, device)));
      await publishRaw(server, SERVER_KEY, 'second');
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
function addDevices(dataDir: string): RawDevice[] {
  const db = openSqlite(join(dataDir, 'host.db'));
  const device = db.prepare(
    `INSERT INTO devices (id, token_key, token, platform, owner_since, created_at, last_seen, position)
      VALUES (?, ?, ?, 'web', 0, ?, ?, 0)`,
  );
  const topic = db.prepare(
    `INSERT INTO topic_subscriptions (topic, device_id, since, added_at) VALUES ('all', ?, 0, 0)`,
  );
  db.exec('BEGIN');
  const devices = Array.from({ length: DEVICES }, (_, index): RawDevice => {
    const { token, key } = issueCredentials();
    device.run(index + 1, tokenKeyOf(token), token, Date.now(), Date.now());
    topic.run(index + 1);
    return { key, socket: undefined, heard: '' };
  });
  db.exec('COMMIT');
  db.close();
  return devices;
}
