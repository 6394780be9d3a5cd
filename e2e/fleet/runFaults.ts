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
import { noteStalls } from './noteStalls.ts';
import { FAULTS, type FaultName, type PlannedFault, planFaults } from './planFaults.ts';
import { type Scene, type Size, waitUntil } from './Scene.ts';
import { type Crowd, startCrowd } from './startCrowd.ts';
import { type FleetDevice, startDevice } from './startDevice.ts';
import { type Fleet, SERVER_KEY, startFleet } from './startFleet.ts';
import { type Receiver, startReceiver } from './startReceiver.ts';

export interface RunOptions {
  seed: number;
  /** For how long new faults are started. */
  seconds: number;
  /** Whether each fault happens exactly once, however long that takes. */
  isOnce: boolean;
  size: Size;
  /** The faults to inject; all by default. */
  only?: readonly FaultName[] | undefined;
  postgresBin: string;
  natsServer: string;
  /** The file to write the log to, if any. */
  logFile?: string | undefined;
  say: (line: string) => void;
}

const DEVICES = 24;
/** One in this many devices also has a push service. */
const WEB_PUSH_ONE_IN = 4;
const TOPICS = ['all', 'even', 'odd'];
const SENDERS = 4;
const PAUSE_MS = 200;
const CALM_MS = 2000;
/** How long to wait at the end for messages in flight: a device's backoff may be up to a minute. */
const SETTLE_MS = 30_000;
const LOOK_EVERY_MS = 250;

/** Runs a fleet through the faults of a seed, and checks what its clients observed. Returns the violations. */
export async function runFaults(options: RunOptions): Promise<string[]> {
  const { seed, say } = options;
  const folder = await mkdtemp(join(tmpdir(), 'fleet-'));
  // The database runs as another user and needs access.
  await chmod(folder, 0o755);
  const built = await buildForTests();
  const events: FleetEvent[] = [];
  try {
    await play({ ...options, folder, main: built.main }, events);
  } finally {
    await built.remove();
    // A killed database may still be writing.
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
      `${count('shown')} shown, ${count('fault') / 2} faults, ${problems.length} problems; ` +
      `the machine stalled for ${stalled(events)} ms`,
  );
  return problems;
}

async function play(
  options: RunOptions & { folder: string; main: string },
  events: FleetEvent[],
): Promise<void> {
  const { seed, size, logFile, say, folder } = options;
  const write: WriteEvent = (event) => void events.push({ ...event, at: Date.now() });
  // A separate generator, so that other random draws do not change the plan.
  const random = randomFrom(seed + 1);
  const below = (end: number) => random.below(end);
  const chance = () => below(1000) / 1000;
  const receivers = await startReceivers();
  const pushOrigins = [...receivers.values()].map(({ origin }) => origin);
  const fleet = await startFleet({ ...options, ...size, pushOrigins, chance });
  const devices: FleetDevice[] = [];
  const stopNoting = noteStalls(write, () => fleet.nodes.map((node) => node.process.pid));
  let crowd: Crowd | undefined;
  try {
    const balancer = new Balancer(fleet.nodes, below);
    const pick = () => balancer.pick();
    for (let index = 0; index < DEVICES; index++) {
      const topics = ['all', index % 2 === 0 ? 'even' : 'odd'];
      const receiver = receivers.get(index);
      devices.push(await startDevice({ name: `device-${index}`, topics, pick, write, receiver }));
    }
    await untilSubscribed(fleet, receivers.size);
    const made = { balancer, serverKey: SERVER_KEY, below, topics: TOPICS, devices, write };
    const senders = makeSenders(made);
    const stopSending = senders.start(SENDERS, PAUSE_MS);
    const crowdOf = async () => (crowd ??= await startCrowd({ count: size.crowd, pick, write }));
    const scene: Scene = {
      fleet,
      balancer,
      devices,
      senders,
      size,
      folder,
      lost: new Set(),
      crowd: crowdOf,
      write,
      say,
    };
    for (const fault of faultsOf(options)) {
      await wait(fault.pauseMs);
      say(`${fault.name} (node-${fault.node}, ${fault.ms} ms): ${FAULTS[fault.name]}`);
      const ms = await applyFault(scene, fault);
      say(`  over after ${Math.round(ms)} ms`);
    }
    const areSettled = () => devices.every((each) => each.isConnected() && each.abandoned() === 0);
    await waitUntil(areSettled, SETTLE_MS);
    write({ type: 'calm' });
    await wait(CALM_MS);
    await stopSending();
    await waitUntil(() => undelivered(events).length === 0, SETTLE_MS, LOOK_EVERY_MS);
    let counted: FleetEvent[] = [];
    await waitUntil(
      async () => {
        counted = await readCounts(fleet, events);
        return miscounted([...events, ...counted]).length === 0;
      },
      SETTLE_MS,
      LOOK_EVERY_MS,
    );
    events.push(...counted);
  } finally {
    stopNoting();
    for (const device of devices) device.stop();
    crowd?.leave();
    await fleet.stop();
    for (const receiver of receivers.values()) receiver.stop();
    if (logFile !== undefined) {
      for (const node of fleet.nodes) await writeFile(`${logFile}.${node.name}`, node.said());
    }
  }
}

const stalled = (events: readonly FleetEvent[]) =>
  events.reduce((sum, event) => sum + (event.type === 'stalled' ? event.ms : 0), 0);

/** The faults of a run, until its time is up or each has happened once. */
function* faultsOf({ seed, seconds, isOnce, only, size }: RunOptions): Generator<PlannedFault> {
  const until = performance.now() + seconds * 1000;
  const left = new Set(only ?? (Object.keys(FAULTS) as FaultName[]));
  const isOver = isOnce ? () => left.size === 0 : () => performance.now() > until;
  for (const fault of planFaults(seed, size.nodes)) {
    if (isOver()) return;
    if (only && !only.includes(fault.name)) continue;
    left.delete(fault.name);
    yield fault;
  }
}

/** Push services for some of the devices, by device number. */
async function startReceivers(): Promise<Map<number, Receiver>> {
  const receivers = new Map<number, Receiver>();
  for (let index = 0; index < DEVICES; index += WEB_PUSH_ONE_IN) {
    receivers.set(index, await startReceiver());
  }
  return receivers;
}

/** Waits for subscriptions, since an app does not receive what is sent before it is subscribed. */
async function untilSubscribed({ database }: Fleet, receivers: number): Promise<void> {
  const wanted = `${2 * DEVICES}|${receivers}`;
  const sql = `SELECT (SELECT count(*) FROM topic_subscriptions),
    (SELECT count(*) FROM devices WHERE upstream IS NOT NULL)`;
  while ((await database.query(sql)) !== wanted) await wait(LOOK_EVERY_MS);
}

/** Records the fleet's delivery counts for every accepted message. */
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
