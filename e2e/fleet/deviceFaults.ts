import { setTimeout as wait } from 'node:timers/promises';

import { MAX_AWAY_MS, MAX_LATE_MS } from './limits.ts';
import type { FaultName } from './planFaults.ts';
import { type Fault, others, waitUntil } from './Scene.ts';
import { CROWD } from './startCrowd.ts';

/** The pause between two moves of a device that hops between networks. */
const HOP_MS = 40;
/** Added to what the checker tolerates, so that a violation would be found. */
const MORE_MS = 2000;
/** The share of the admission rate that is used before a storm. */
const EASY = 0.7;
/** The time per send when many are sent. */
const MS_PER_SEND = 3;
const COMMITTED = 'push_messages_per_commit_sum';

type Name = Extract<FaultName, 'hop' | 'sleep' | 'storm' | 'due-many'>;

/** The faults of devices: reconnect storms, and devices that come and go. */
export const deviceFaults: Record<Name, Fault> = {
  async hop(scene, node) {
    const [to] = others(scene, node);
    for (const device of scene.devices.filter((_, index) => index % 3 === 0)) {
      for (const stop of [node, to!, node]) {
        device.moveTo(stop);
        await wait(HOP_MS);
      }
    }
  },
  async sleep({ devices, senders }, _, ms) {
    const asleep = devices.filter((device) => device.hasWebPush);
    for (const device of asleep) device.setAsleep(true);
    await wait(ms);
    const sent = await Promise.all(
      asleep.map(async (device) => ({ device, n: await senders.send({ device: device.name }) })),
    );
    const areShown = () => sent.every(({ device, n }) => device.hasShown(n));
    await waitUntil(areShown, MAX_LATE_MS + MORE_MS);
    for (const device of asleep) device.setAsleep(false);
    await waitUntil(() => devices.every((device) => device.isConnected()), MAX_AWAY_MS);
  },
  async storm({ devices, senders, size, crowd: crowdOf, write }) {
    const crowd = await crowdOf();
    await crowd.connect(Math.floor(EASY * size.nodes * size.connectsPerSecond));
    await waitUntil(() => crowd.areConnected(), MAX_AWAY_MS + MORE_MS);
    const before = await senders.send({ topic: CROWD });
    await waitUntil(() => crowd.haveShown(before), MAX_LATE_MS + MORE_MS);
    write({ type: 'admission', perSecond: size.connectsPerSecond });
    for (const device of devices) device.lose();
    crowd.lose();
    const after = await senders.send({ topic: CROWD });
    await waitUntil(() => crowd.areConnected(), MAX_AWAY_MS + MORE_MS);
    // Waits, since a device that left without the message would count as never having received it; lateness is up to the checker.
    await waitUntil(() => crowd.haveShown(after), MAX_AWAY_MS + MORE_MS);
    crowd.leave();
  },
  async 'due-many'({ fleet, senders, size, write, say }, _, ms) {
    const placed = async () => {
      const counts = fleet.nodes.map(async (node) => {
        const own = (await node.metric(COMMITTED)) - senders.acceptedBy(node.name);
        return [node.name, own] as const;
      });
      return Object.fromEntries(await Promise.all(counts));
    };
    const before = await placed();
    const afterMs = ms + size.due * MS_PER_SEND;
    const began = performance.now();
    await senders.sendDue(size.due, afterMs);
    await wait(Math.max(0, began + afterMs - performance.now()));
    const left = `SELECT count(*) FROM push_messages WHERE state = 'scheduled'`;
    const areTaken = async () => (await fleet.database.query(left)) === '0';
    await waitUntil(areTaken, MAX_LATE_MS + MORE_MS);
    const after = await placed();
    const byNode = Object.fromEntries(
      Object.entries(after).map(([name, count]) => [name, count - before[name]!]),
    );
    say(`  of ${size.due} that were due, each node took: ${Object.values(byNode).join(', ')}`);
    write({ type: 'placed', count: size.due, byNode });
  },
};
