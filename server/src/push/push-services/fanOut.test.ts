import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { tokenKeyOf } from '../devices/deviceToken.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import { MemoryTransport } from '../transports/MemoryTransport.ts';
import type { FcmAddress } from '../transports/Transport.types.ts';

/** More than one worker takes at once. */
const PARTITIONS = 40;
const PARTITION_IDS = 100_000;

describe.each(testEngines())('a message to very many devices ($name)', (engine) => {
  // The embedded engine has one process.
  const nodes = engine.name === 'embedded' ? 1 : 2;
  const transports = Array.from({ length: nodes }, () => new MemoryTransport<FcmAddress>('fcm'));
  const servers: PushServer[] = [];
  let place: TestPlace;
  beforeAll(async () => {
    place = await engine.createPlace();
    for (const transport of transports) {
      servers.push(await startPushServer({ place, pushTransports: [transport] as never }));
    }
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    await place.remove();
  });

  const db = () => servers[0]!.server.db;
  const sent = () => transports.flatMap((transport) => transport.sent);
  const untilNoJobIsLeft = async () => {
    while ((await db().all('SELECT id FROM push_jobs')).length > 0) await wait(10);
  };
  /** Devices far apart: one in each part of the ids, as if there were millions between them. */
  const addDevices = async (topic: string) => {
    const ids = Array.from({ length: PARTITIONS }, (_, part) => (part + 1) * PARTITION_IDS);
    const tokens = ids.map((id) => `fcm:${topic}-${id}`);
    const isAlways = db().engine === 'postgres' ? 'OVERRIDING SYSTEM VALUE' : '';
    await db().runMany(
      `INSERT INTO devices (id, token_key, token, platform, owner_since, upstream, created_at, last_seen, position)
        ${isAlways} VALUES (?, ?, ?, 'android', 0, ?, ?, ?, 0)`,
      ids.map((id, index) => {
        const token = tokens[index]!;
        const address = JSON.stringify({ transport: 'fcm', token });
        return [id, tokenKeyOf(token), token, address, Date.now(), Date.now()];
      }),
    );
    await db().runMany(
      'INSERT INTO topic_subscriptions (topic, device_id, since, added_at) VALUES (?, ?, 0, 0)',
      ids.map((id) => [topic, id]),
    );
    await db().transaction((tx) => tx.notify({ topic: 'push-devices', key: String(ids[0]) }));
    return tokens;
  };

  it('is split into parts that are worked on at the same time, by every node, and each device gets it once', async () => {
    const tokens = await addDevices('split');
    // Nobody gets an answer until several parts, and all nodes, are at work.
    const isEverybodyAtWork = () =>
      sent().length > 1 && transports.every((transport) => transport.sent.length > 0);
    for (const transport of transports) {
      transport.answer = async () => {
        while (!isEverybodyAtWork()) await wait(5);
        return { kind: 'accepted' };
      };
    }
    const response = await servers[0]!.fcm({ to: '/topics/split', data: { n: '1' } });
    expect(response.statusCode).toBe(200);
    while (sent().length < PARTITIONS) await wait(5);
    await untilNoJobIsLeft();
    expect(
      sent()
        .map(({ address }) => address.token)
        .toSorted(),
    ).toEqual(tokens.toSorted());
  });
});

describe.each(testEngines())(
  'a message to many devices of a service that rests ($name)',
  (engine) => {
    const fcm = new MemoryTransport<FcmAddress>('fcm');
    let push: PushServer;
    beforeAll(async () => void (push = await startPushServer({ engine, pushTransports: [fcm] })));
    afterAll(() => push.close());

    it('waits as one and not as many, and then each device gets it once', async () => {
      const { db } = push.server;
      const tokens = Array.from({ length: 600 }, (_, index) => `fcm:${index}`);
      // A few at a time: whoever waits too long for a connection to the database is refused.
      for (let from = 0; from < tokens.length; from += 20) {
        const answers = await Promise.all(
          tokens
            .slice(from, from + 20)
            .map((token) =>
              push.server.post(
                '/devices/register',
                { token, platform: 'android' },
                { token: undefined },
              ),
            ),
        );
        expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201));
      }
      await push.raw({
        url: '/iid/v1:batchAdd',
        payload: { to: '/topics/all', registration_tokens: tokens },
      });
      fcm.answer = () => ({ kind: 'auth-problem', code: 'invalid_grant' });
      await push.fcm({ to: tokens[0] });
      while (fcm.sent.length === 0) await wait(5);

      await push.fcm({ to: '/topics/all', data: { n: 'held' } });
      const waiting = () =>
        db.get(
          'SELECT id FROM push_jobs WHERE until_device IS NOT NULL AND due_at > ? AND due_at < ?',
          Date.now(),
          Date.now() + 30_000,
        );
      while (!(await waiting())) await wait(5);
      const held = () => fcm.sent.filter(({ message }) => message.data?.['n'] === 'held');
      expect(held()).toEqual([]);
      expect(await db.all('SELECT id FROM push_jobs')).toHaveLength(2);

      fcm.answer = () => ({ kind: 'accepted' });
      while (held().length < tokens.length) await wait(20);
      expect(
        held()
          .map(({ address }) => address.token)
          .toSorted(),
      ).toEqual(tokens.toSorted());
    });
  },
);
