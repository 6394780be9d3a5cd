import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { PushMessageRecord } from '@host/contracts';
import { buildForTests } from '@host/server/testing/process/buildForTests';
import { randomFrom } from '@host/server/testing/process/random';

import { applyFault } from './applyFault.ts';
import { Balancer } from './Balancer.ts';
import { checkLog, miscounted, undelivered } from './checkLog.ts';
import type { EventOf, FleetEvent, WriteEvent } from './FleetEvent.types.ts';
import { makeSenders } from './makeSenders.ts';
import { FAULTS, type FaultName, planFaults } from './planFaults.ts';
import { type FleetDevice, startDevice } from './startDevice.ts';
import { type Fleet, SERVER_KEY, startFleet } from './startFleet.ts';

export interface RunOptions {
  seed: number;
  /** For how long faults begin. */
  seconds: number;
  /** The faults that are let happen; all where it is left out. */
  only?: readonly FaultName[] | undefined;
  postgresBin: string;
  natsServer: string;
  /** Where the log is written to; nowhere where it is left out. */
  logFile?: string | undefined;
  say: (line: string) => void;
}

const NODES = 3;
const DEVICES = 24;
const TOPICS = ['all', 'even', 'odd'];
const SENDERS = 4;
const PAUSE_MS = 200;
const CALM_MS = 2000;
/** How long what is still on its way may take in the end: a device may wait for a minute before it tries again. */
const SETTLE_MS = 30_000;
const LOOK_EVERY_MS = 250;

/** Runs a fleet through the faults of a seed, then holds what its clients saw against the rules. Gives what is broken. */
export async function runFaults(options: RunOptions): Promise<string[]> {
  const { seed, say } = options;
  const folder = await mkdtemp(join(tmpdir(), 'fleet-'));
  // The database runs as another user.
  await chmod(folder, 0o755);
  const built = await buildForTests();
  const events: FleetEvent[] = [];
  try {
    await play({ ...options, folder, main: built.main }, events);
  } finally {
    await built.remove();
    // A database that was killed may still be writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    if (options.logFile !== undefined) {
      const lines = events.map((event) => `${JSON.stringify(event)}\n`);
      await writeFile(options.logFile, lines.join(''));
    }
  }
  const problems = checkLog(events);
  const count = (type: FleetEvent['type']) => events.filter((each) => each.type === type).length;
  say(
    `seed ${seed}: ${count('sent')} sends accepted, ${count('refused') + count('unanswered')} not, ` +
      `${count('shown')} shown, ${count('fault') / 2} faults, ${problems.length} problems`,
  );
  return problems;
}

async function play(
  options: RunOptions & { folder: string; main: string },
  events: FleetEvent[],
): Promise<void> {
  const { seed, seconds, only, logFile, say } = options;
  const write: WriteEvent = (event) => void events.push({ ...event, at: Date.now() });
  // What others draw, as often as they like, must not change the plan.
  const random = randomFrom(seed + 1);
  const below = (end: number) => random.below(end);
  const chance = () => below(1000) / 1000;
  const fleet = await startFleet({ ...options, nodes: NODES, chance });
  const devices: FleetDevice[] = [];
  try {
    const balancer = new Balancer(fleet.nodes, below);
    const pick = () => balancer.pick();
    for (let index = 0; index < DEVICES; index++) {
      const topics = ['all', index % 2 === 0 ? 'even' : 'odd'];
      devices.push(await startDevice({ name: `device-${index}`, topics, pick, write }));
    }
    await untilSubscribed(fleet);
    const made = { balancer, serverKey: SERVER_KEY, below, topics: TOPICS, devices, write };
    const senders = makeSenders(made);
    const stopSending = senders.start(SENDERS, PAUSE_MS);
    const until = performance.now() + seconds * 1000;
    for (const fault of planFaults(seed, NODES)) {
      if (only && !only.includes(fault.name)) continue;
      await wait(fault.pauseMs);
      if (performance.now() > until) break;
      say(`${fault.name} (node-${fault.node}, ${fault.ms} ms): ${FAULTS[fault.name]}`);
      await applyFault({ fleet, balancer, devices, senders, write }, fault);
    }
    await waitUntil(() => devices.every((each) => each.isConnected() && each.abandoned() === 0));
    write({ type: 'calm' });
    await wait(CALM_MS);
    await stopSending();
    await waitUntil(() => undelivered(events).length === 0);
    let counted: FleetEvent[] = [];
    await waitUntil(async () => {
      counted = await readCounts(fleet, events);
      return miscounted([...events, ...counted]).length === 0;
    });
    events.push(...counted);
  } finally {
    for (const device of devices) device.stop();
    await fleet.stop();
    if (logFile !== undefined) {
      for (const node of fleet.nodes) await writeFile(`${logFile}.${node.name}`, node.said());
    }
  }
}

/** An app subscribes when it can: what is sent before that is not for it. */
async function untilSubscribed({ database }: Fleet): Promise<void> {
  const wanted = String(2 * DEVICES);
  const sql = 'SELECT count(*) FROM topic_subscriptions';
  while ((await database.query(sql)) !== wanted) await wait(LOOK_EVERY_MS);
}

/** Waits until something holds, and no longer than it may take: what does not hold then is for the checker to say. */
async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + SETTLE_MS;
  while (!(await holds()) && performance.now() < end) await wait(LOOK_EVERY_MS);
}

/** What the fleet says has become of every message that it accepted. */
async function readCounts(
  { nodes }: Fleet,
  events: readonly FleetEvent[],
): Promise<EventOf<'counted'>[]> {
  const counted: EventOf<'counted'>[] = [];
  const sent = events.filter((event): event is EventOf<'sent'> => event.type === 'sent');
  for (const [index, { id }] of sent.entries()) {
    const { url } = nodes[index % nodes.length]!;
    const answer = await fetch(`${url}/v1/push/messages/${id}`, {
      headers: { authorization: `key=${SERVER_KEY}` },
    });
    const { counts } = (await answer.json()) as Partial<PushMessageRecord>;
    if (!counts) continue;
    const { sent: sentTo, delivered } = counts;
    counted.push({ at: Date.now(), type: 'counted', id, sent: sentTo, delivered });
  }
  return counted;
}
