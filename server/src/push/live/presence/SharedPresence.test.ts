import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { LocalBus } from '../../../storage/bus/LocalBus.ts';
import type { TestPlace } from '../../../testing/testDatabase.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { type PushServer, startPushServer } from '../../testing/pushServer.ts';
import { MemoryTransport } from '../../transports/MemoryTransport.ts';
import type { FcmAddress } from '../../transports/Transport.types.ts';
import { SharedPresence } from './SharedPresence.ts';

const REPLACED = 4001;

describe.each(testEngines().filter(({ name }) => name === 'PostgreSQL'))(
  'a device and several nodes',
  (engine) => {
    let place: TestPlace;
    let fcm: MemoryTransport<FcmAddress>;
    let one: PushServer;
    let other: PushServer;
    beforeEach(async () => {
      place = await engine.createPlace();
      fcm = new MemoryTransport<FcmAddress>('fcm');
      one = await startPushServer({ place });
      other = await startPushServer({ place, pushTransports: [fcm] });
    });
    afterEach(async () => {
      await one.close();
      await other.close();
      await place.remove();
    });

    const nodeOf = async ({ deviceId }: { deviceId: string }) =>
      (await one.server.db.get<{ node: string | null }>(
        'SELECT node FROM devices WHERE id = ?',
        Number(deviceId),
      ))!.node;

    it('meet in one connection: connecting elsewhere ends the old connection', async () => {
      const device = await one.device({ topics: ['all'] });
      const old = await one.connect(device, { acknowledges: false });
      const send = async (node: PushServer) =>
        (await node.fcm({ to: '/topics/all' })).json<{ message_id: number }>().message_id;
      const first = await send(other);
      await old.received(1);
      const now = await other.connect(device);
      expect((await old.closed).code).toBe(REPLACED);
      await now.received(1);
      const second = await send(one);
      await now.received(2);
      for (const id of [first, second]) {
        await expect
          .poll(async () => (await one.status(id)).counts)
          .toMatchObject({ sent: 1, delivered: 1 });
      }
    });

    it('are told apart where a node does not hear that it lost a device: nothing is counted twice', async () => {
      const nothing = () => undefined;
      const bus = { publish: nothing, subscribe: () => nothing, close: async () => undefined };
      const deaf = await startPushServer({ place, bus });
      try {
        const device = await one.device({ topics: ['all'] });
        const old = await deaf.connect(device, { acknowledges: false });
        const sent = await one.fcm({ to: '/topics/all' });
        const { message_id: id } = sent.json<{ message_id: number }>();
        const [message] = await old.received(1);
        const now = await other.connect(device);
        await now.received(1);
        await expect.poll(async () => (await one.status(id)).counts.delivered).toBe(1);
        old.say({ type: 'ack', cursor: message!.cursor });
        expect((await old.closed).code).toBe(REPLACED);
        const { counts } = await one.status(id);
        expect(counts.delivered).toBe(1);
        expect(await nodeOf(device)).not.toBeNull();
      } finally {
        await deaf.close();
      }
    });

    it('meet in one connection where that is not heard: the old one ends with the next heartbeat', async () => {
      const nothing = () => undefined;
      const bus = { publish: nothing, subscribe: () => nothing, close: async () => undefined };
      const deaf = await startPushServer({ place, bus, pushTimes: { heartbeatMs: 500 } });
      try {
        const device = await one.device();
        const old = await deaf.connect(device);
        await other.connect(device);
        expect((await old.closed).code).toBe(REPLACED);
        expect(await nodeOf(device)).not.toBeNull();
      } finally {
        await deaf.close();
      }
    });

    it('meet in one connection after an older copy of the database took its place', async () => {
      const device = await one.device();
      const first = await one.connect(device);
      const copied = await one.server.db.get<{ session: number; fence: number }>(
        'SELECT session, fence FROM devices WHERE id = ?',
        Number(device.deviceId),
      );
      const second = await one.connect(device);
      await first.closed;
      const old = await one.connect(device);
      await second.closed;
      await one.server.db.run(
        'UPDATE devices SET session = ?, fence = ? WHERE id = ?',
        copied!.session,
        copied!.fence,
        Number(device.deviceId),
      );
      await other.connect(device);
      expect((await old.closed).code).toBe(REPLACED);
    });

    it('are known again where an older copy of the database from before they met took its place', async () => {
      const [device, moved] = [await one.device(), await one.device()];
      await one.connect(device);
      const [before, left] = [await nodeOf(device), await one.connect(moved)];
      await other.connect(moved);
      await left.closed;
      const movedTo = await nodeOf(moved);
      await one.server.db.run(
        'UPDATE devices SET node = NULL, session = 0, fence = 0 WHERE id = ?',
        Number(device.deviceId),
      );
      await one.server.db.run('DELETE FROM push_nodes');
      await expect.poll(() => nodeOf(device), { timeout: 10_000 }).toBe(before);
      expect(await nodeOf(moved)).toBe(movedTo);
    });

    it('are known to a node whose clock is far ahead of the others', async () => {
      const presences = [];
      const nobody = { connections: () => [], size: 0, release: async () => undefined };
      try {
        for (const aheadMs of [0, 3_600_000]) {
          const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + aheadMs);
          const presence = new SharedPresence({
            db: one.server.db,
            bus: new LocalBus(),
            report: () => ({ version: '', services: [] }),
          });
          presences.push(presence);
          await presence.start(nobody).finally(() => clock.mockRestore());
        }
        // Those of both servers, and these.
        expect(presences.at(-1)!.nodes).toBe(4);
      } finally {
        for (const presence of presences) await presence.close();
      }
    });

    it('have no connection once it has left', async () => {
      const device = await one.device();
      const client = await one.connect(device);
      expect(await nodeOf(device)).not.toBeNull();
      await client.close();
      await expect.poll(() => nodeOf(device)).toBeNull();
    });

    /** A device with a token of ours that a push service reaches, too. */
    const reachable = async () => {
      const device = await other.device();
      const address = JSON.stringify({ transport: 'fcm', token: 'x', platform: 'android' });
      await other.server.db.run(
        'UPDATE devices SET upstream = ? WHERE id = ?',
        address,
        Number(device.deviceId),
      );
      // Tells all nodes that there is such a device.
      await other.subscribe(device, 'all');
      return device;
    };
    const dueAt = async () =>
      (await one.server.db.get<{ due_at: number }>('SELECT due_at FROM push_jobs'))?.due_at ?? 0;

    it('no push service gets what a node with its connection delivers', async () => {
      const device = await reachable();
      const client = await one.connect(device, { acknowledges: false });
      // The node that works for push services knows of the other by its lease.
      await expect
        .poll(async () => {
          await other.fcm({ to: device.token, data: { n: '1' } });
          // Put off: what no node delivers is handed on at once.
          return (await dueAt()) > Date.now() + 1000;
        })
        .toBe(true);
      await client.received(1);
      expect(fcm.sent).toEqual([]);
    });

    it('no push service gets what a node delivers that came a moment ago', async () => {
      const device = await reachable();
      await one.server.db.run(
        `INSERT INTO push_nodes (node, alive_until, connected) VALUES ('young', ?, 1)`,
        (await one.server.db.now()) + 60_000,
      );
      await other.server.db.run(`UPDATE devices SET node = 'young'`);
      await other.fcm({ to: device.token, data: { n: '1' } });
      await expect.poll(async () => (await dueAt()) > Date.now() + 1000).toBe(true);
      expect(fcm.sent).toEqual([]);
    });

    it('a push service gets what is for a device whose node was lost', async () => {
      const device = await reachable();
      await other.server.db.run(`UPDATE devices SET node = 'lost'`);
      await other.fcm({ to: device.token, data: { n: '1' } });
      await expect.poll(() => fcm.sent.length).toBe(1);
    });
  },
);
