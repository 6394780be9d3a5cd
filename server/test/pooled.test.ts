import type { PushMessageRecord } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { type Nats, startNats } from '../src/storage/bus/testing/startNats.ts';
import { pooledPostgres } from '../src/testing/pooledPostgres.ts';
import type { TestPlaceOnNetwork } from '../src/testing/testDatabase.ts';
import {
  type Follower,
  connectDevice,
  publish,
  registerDevice,
  subscribe,
} from './testing/followers.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const SERVER_KEY = 'server-key-of-this-test';
const DEVICES = 8;
const [postgresUrl, pgbouncerPath] = [inject('postgresUrl'), inject('pgbouncerPath')];
const natsPath = inject('natsServerPath');
const given =
  postgresUrl === undefined || pgbouncerPath === undefined || natsPath === undefined
    ? []
    : [{ postgresUrl, pgbouncerPath, natsPath }];

describe.each(given)('two nodes behind PgBouncer, which lends sessions for a transaction', (at) => {
  const built = useServer();
  let nats: Nats;
  let place: TestPlaceOnNetwork;
  beforeAll(async () => {
    nats = await startNats(at.natsPath);
  });
  afterAll(() => nats.stop());

  it.each([
    ['with NATS', () => ({ NATS_URL: nats.url })],
    ['without a bus', () => ({})],
  ])(
    '%s: all messages come once, those that are due as well, while nodes are replaced, and counts are exact',
    async (_, bus: () => Record<string, string>) => {
      place = await pooledPostgres(at.postgresUrl, at.pgbouncerPath).createEmptyPlace();
      const env = {
        SERVER_KEY,
        PEOPLE_SECRET: 'a-secret-that-all-nodes-have',
        DATABASE_URL: place.url,
        ...bus(),
      };
      const start = async () => built.start(await built.newFolder(), env);
      // Both find an empty database: one migrates it, the other waits.
      const [one, other] = await Promise.all([start(), start()]);
      const devices = await Promise.all(
        Array.from({ length: DEVICES }, (__, n) => registerDevice(n % 2 === 0 ? one : other)),
      );
      await Promise.all(devices.map((each, n) => connectDevice(n < 4 ? one : other, each)));

      const sent: string[] = [];
      const send = async (node: StartedServer) => void sent.push(await publish(node, SERVER_KEY));
      const due = new Date(Date.now() + 4000).toISOString();
      const scheduled = await Promise.all(
        Array.from({ length: 20 }, (__, n) =>
          publish(n % 2 === 0 ? one : other, SERVER_KEY, { send_at: due }),
        ),
      );
      for (let n = 0; n < 20; n++) await send(n % 2 === 0 ? one : other);
      await expect
        .poll(() => shownBy(devices, sent), { timeout: 10_000 })
        .toEqual(everywhere(sent));

      // What the other node changes is known here: nothing is taken from memory that is not true any more.
      await subscribe(one, devices.at(-1)!, 'late');
      const late: string[] = [];
      const sendLate = async () => {
        late.push(await publish(one, SERVER_KEY, { to: '/topics/late' }));
        return late.some((id) => devices.at(-1)!.shown.includes(id));
      };
      await expect.poll(sendLate, { interval: 300 }).toBe(true);

      // One after the other is replaced, as in an upgrade, and its devices go to the other.
      one.signal('SIGTERM');
      await Promise.all(devices.slice(0, 4).map((each) => each.client!.closed));
      await Promise.all(devices.slice(0, 4).map((each) => connectDevice(other, each)));
      for (let n = 0; n < 5; n++) await send(other);
      await one.ended;
      const again = await one.restart();
      other.signal('SIGTERM');
      await Promise.all(devices.map((each) => each.client!.closed));
      await Promise.all(devices.map((each) => connectDevice(again, each)));
      for (let n = 0; n < 5; n++) await send(again);
      await other.ended;

      const all = [...scheduled, ...sent];
      await expect.poll(() => shownBy(devices, all), { timeout: 10_000 }).toEqual(everywhere(all));
      for (const id of all) {
        const counts = () => countsOf(again, id);
        await expect.poll(counts, { timeout: 5000 }).toMatchObject({
          sent: DEVICES,
          delivered: DEVICES,
        });
      }
      for (const { client } of devices) client!.socket.terminate();
      expect((await again.kill('SIGTERM')).stderr).not.toMatch(/error/i);
      await place.remove();
    },
  );

  /** What each device has shown of some messages, in a fixed order. Others may be shown at any time: those that become due. */
  const shownBy = (devices: readonly Follower[], of: readonly string[]) =>
    devices.map(({ shown }) => shown.filter((id) => of.includes(id)).toSorted());
  const everywhere = (ids: readonly string[]) =>
    Array.from({ length: DEVICES }, () => ids.toSorted());
});

async function countsOf({ url }: StartedServer, id: string): Promise<PushMessageRecord['counts']> {
  const headers = { authorization: `Bearer ${SERVER_KEY}` };
  const answer = await fetch(`${url}/v1/push/messages/${id}`, { headers });
  return ((await answer.json()) as PushMessageRecord).counts;
}
