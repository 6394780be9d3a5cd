import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';

import { findPostgres } from '../../scripts/services/findPostgres.ts';
import { type Cluster, startCluster } from '../../scripts/services/startCluster.ts';
import { connectDevice, publish, registerDevice } from './testing/followers.ts';
import { metricOf } from './testing/metricOf.ts';
import { useServer } from './testing/useServer.ts';

const SERVER_KEY = 'server-key-of-this-test';
const DEVICES = 20;
const NODES = 2;
/** Longer than a lease: nobody is taken for gone since the database was. */
const AWAY_MS = 10_000;
const GOES_ON_WITHIN_MS = 2000;
/** What docs/operating.md says of a node. */
const MAX_CONNECTIONS = 20;

// Otherwise there are no programs of it to start one of its own.
describe.skipIf(inject('postgresUrl') === undefined)('a PostgreSQL that was away', () => {
  const built = useServer();
  let cluster: Cluster;
  beforeAll(async () => {
    const bin = await findPostgres();
    cluster = await startCluster(bin!, ['log_connections = on', 'synchronous_commit = on']);
  });
  afterAll(() => cluster.stop());

  it(
    'has all nodes go on within two seconds, without a storm: devices stay, and nothing is lost',
    { timeout: 120_000 },
    async () => {
      const env = {
        SERVER_KEY,
        PEOPLE_SECRET: 'a-secret-that-all-nodes-have',
        DATABASE_URL: cluster.url,
        LOG_LEVEL: 'fatal',
      };
      const nodes = await Promise.all(
        Array.from({ length: NODES }, async () => built.start(await built.newFolder(), env)),
      );
      const devices = await Promise.all(
        Array.from({ length: DEVICES }, (_, n) => registerDevice(nodes[n % NODES]!)),
      );
      await Promise.all(devices.map((device, n) => connectDevice(nodes[n % NODES]!, device)));

      /** The ids of messages that were answered 200, and when; whatever else is answered has to be 503. */
      const sent: { id: string; node: number; at: number }[] = [];
      const problems: string[] = [];
      const over = new AbortController();
      const sending = nodes.map(async (node, index) => {
        while (!over.signal.aborted) {
          await publish(node, SERVER_KEY).then(
            (id) => sent.push({ id, node: index, at: performance.now() }),
            (error: Error) => {
              if (!error.message.startsWith('503 ')) problems.push(error.message);
            },
          );
          await wait(20);
        }
      });
      await expect.poll(() => sent.length).toBeGreaterThan(10);

      await cluster.crash();
      await wait(AWAY_MS);
      const before = await connectionsIn(cluster);
      const restartedAt = performance.now();
      await cluster.restart();
      const client = new Client({ connectionString: cluster.url });
      await client.connect();
      const back = performance.now();
      await client.end();
      // What a node answers first may come before this process hears that it is back.
      const goesOnAfter = () =>
        nodes.map((__, index) => {
          const first = sent.find(({ node, at }) => node === index && at > restartedAt);
          return first && first.at - back;
        });
      await expect.poll(goesOnAfter, { timeout: 10_000 }).not.toContain(undefined);
      for (const ms of goesOnAfter()) expect(ms).toBeLessThan(GOES_ON_WITHIN_MS);
      // A storm would begin now.
      await wait(GOES_ON_WITHIN_MS);
      over.abort();
      await Promise.all(sending);
      expect(problems).toEqual([]);
      const opened = (await connectionsIn(cluster)) - before;
      expect(opened).toBeLessThanOrEqual(NODES * MAX_CONNECTIONS);

      // No device had to come back.
      for (const { client: device } of devices)
        expect(device!.socket.readyState).toBe(WebSocket.OPEN);
      const ids = sent.map(({ id }) => id).toSorted();
      for (const device of devices) {
        const shown = () => ids.filter((id) => !device.shown.includes(id));
        await expect.poll(shown, { timeout: 10_000 }).toEqual([]);
      }
      const skipped = await Promise.all(nodes.map((node) => metricOf(node, SKIPPED)));
      expect(skipped.reduce((one, other) => one + other)).toBeGreaterThanOrEqual(1_000_000);
      for (const { client: device } of devices) device!.socket.terminate();
      await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
    },
  );
});

const SKIPPED = 'push_skipped_positions_total';

/** How many connections it has taken since it is there, by its own log. */
async function connectionsIn({ folder }: Cluster): Promise<number> {
  const log = await readFile(join(folder, 'log'), 'utf8');
  return log.split('connection authorized').length - 1;
}
