import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { CORES } from './lib/cores.ts';
import { COLLECTABLE, memoryInUse } from './lib/memoryInUse.ts';
import { cpuMs } from './lib/processFigures.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { seedGateway, tokenOfKey } from './lib/seedGateway.ts';
import { Sender } from './lib/Sender.ts';
import { buildPlatform, startPlatform } from './lib/startPlatform.ts';
import { median } from './lib/statistics.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const FEW = 10;
const ROUNDS = 5;
const SENDS = 100;
const SUBSCRIBED_AT_ONCE = 1000;
const MB = 1e6;

interface Cost {
  ms: number;
  cpuMs: number;
}

interface Figures {
  size: number;
  big: Cost;
  few: Cost;
  condition: Cost;
  subscribeMs: number;
  databaseBytes: number;
  memory: number;
}

/** Publishing to a topic with very many subscribed devices, none of them connected. */
export async function bigTopic(log: Log): Promise<Section> {
  const main = await buildPlatform();
  const all: Figures[] = [];
  for (const size of SIZES) {
    all.push(await measure(main, size));
    log(`${size.toLocaleString('en')} subscribers: ${all.at(-1)!.big.ms.toFixed(2)} ms a publish`);
  }
  const largest = all.at(-1)!;
  const micro = ({ ms, cpuMs: cpu }: Cost) =>
    `${Math.round(ms * 1000)} µs, CPU ${Math.round(cpu * 1000)} µs`;
  return {
    how:
      `\`POST /fcm/send\` to a topic that every device has and to one that ${FEW} of them have, one after the other over one connection, in turns ` +
      `on the same server: medians of ${ROUNDS} rounds of ${SENDS}, each from sending to the answer, when the message is on disk. No device is ` +
      'connected. The rows of devices and subscriptions are copies of those of one that was registered and subscribed through the ' +
      `API. The server is pinned to core ${CORES.server}.`,
    rows: [
      {
        what: `publish to ${largest.size.toLocaleString('en')} subscribers, against ${FEW}`,
        measured: micro(largest.big),
        peer: micro(largest.few),
        ratio: largest.big.ms / largest.few.ms,
        goal: { below: 2 },
      },
      {
        what: `CPU of it, against ${FEW}`,
        measured: micro(largest.big),
        peer: micro(largest.few),
        ratio: largest.big.cpuMs / largest.few.cpuMs,
      },
    ],
    tables: [
      {
        title: 'As subscribers grow',
        head: [
          'subscribers',
          'publish',
          'publish with a condition of two topics',
          `subscribe ${SUBSCRIBED_AT_ONCE} more`,
          'database',
          'bytes each',
          'memory of the server',
        ],
        rows: all.map((each) => [
          each.size.toLocaleString('en'),
          micro(each.big),
          micro(each.condition),
          `${each.subscribeMs.toFixed(0)} ms`,
          `${Math.round(each.databaseBytes / MB)} MB`,
          Math.round(each.databaseBytes / each.size).toLocaleString('en'),
          `${Math.round(each.memory / MB)} MB`,
        ]),
      },
      {
        title: 'What grows, and why',
        head: ['what', 'grows', 'why'],
        rows: [
          [
            'publish',
            'no',
            'a topic message is one row; devices find it by their own position when they come',
          ],
          [
            'condition',
            'no',
            'it is stored as text and evaluated over the topics of whoever is connected',
          ],
          [
            'subscribe',
            'hardly',
            'a row and two index entries each, in trees that become a level deeper',
          ],
          ['database', 'with devices', 'a device and its subscription are rows with their indexes'],
          [
            'memory',
            'no',
            'nothing is kept for a device that is not connected, apart from the pages that the system caches',
          ],
        ],
      },
    ],
  };
}

async function measure(main: string, size: number): Promise<Figures> {
  const topics = { big: size, few: FEW };
  const { dataDir, keys } = await seedGateway(main, { devices: size, topics });
  const server = await startPlatform({ main, dataDir, nodeOptions: COLLECTABLE });
  const sender = new Sender(server.origin);
  const publish = (target: object) => sender.send({ ...target, data: { text: 'x'.repeat(200) } });
  const targets = {
    big: { to: '/topics/big' },
    few: { to: '/topics/few' },
    condition: { condition: `'big' in topics && 'few' in topics` },
  };
  const names = Object.keys(targets) as (keyof typeof targets)[];
  const costs = { big: [] as Cost[], few: [] as Cost[], condition: [] as Cost[] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of names) {
      const cost = await costOf(server.pid, () => publish(targets[name]));
      // The first round is a warm-up.
      if (round > 0) costs[name].push(cost);
    }
  }
  const tokens = keys.slice(-SUBSCRIBED_AT_ONCE).map(tokenOfKey);
  const subscribing: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await sender.subscribe(`later-${round}`, tokens);
    subscribing.push(performance.now() - start);
  }
  const memory = await memoryInUse(server.pid);
  sender.close();
  // It checkpoints its write-ahead log when it stops.
  await server.stop();
  const { size: databaseBytes } = await stat(join(dataDir, 'host.db'));
  const { big, few, condition } = costs;
  return {
    size,
    big: middle(big),
    few: middle(few),
    condition: middle(condition),
    subscribeMs: median(subscribing),
    databaseBytes,
    memory,
  };
}

/** The cost of a send: its median latency, and the CPU time of the server. */
async function costOf(pid: number, send: () => Promise<void>): Promise<Cost> {
  const before = await cpuMs(pid);
  const times: number[] = [];
  for (let count = 0; count < SENDS; count++) {
    const start = performance.now();
    await send();
    times.push(performance.now() - start);
  }
  return { ms: median(times), cpuMs: ((await cpuMs(pid)) - before) / SENDS };
}

function middle(costs: readonly Cost[]): Cost {
  return {
    ms: median(costs.map(({ ms }) => ms)),
    cpuMs: median(costs.map((cost) => cost.cpuMs)),
  };
}
