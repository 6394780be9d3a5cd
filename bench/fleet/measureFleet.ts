import { setTimeout as sleep } from 'node:timers/promises';

import { GATHER_MS, MAX_GATHERED } from '@host/push/core';

import { type Client, startClient } from '../fan-out/startClient.ts';
import { ourWords } from '../fan-out/words.ts';
import { watched } from '../lib/leastDisturbed.ts';
import { temporaryFolder } from '../lib/leaveNothing.ts';
import { cpuMs } from '../lib/processFigures.ts';
import type { Log } from '../lib/Section.types.ts';
import { ADMIN_TOKEN, SERVER_KEY, startPlatform } from '../lib/startPlatform.ts';
import type { RunningProcess } from '../lib/startProcess.ts';
import { quantile } from '../lib/statistics.ts';
import {
  type Statement,
  forgetStatements,
  readStatements,
  waitsForClock,
} from './databaseFigures.ts';
import type { Services } from './Services.ts';

/** The acknowledgement batching of `@host/push`. */
const PACE = { messages: MAX_GATHERED, milliseconds: GATHER_MS };
const PUBLISHERS = 32;
const WARM_UP_SECONDS = 4;
/** By then the last messages have been counted and acknowledged. */
const SETTLE_MS = 3000;
const SECONDS = Number(process.env['BENCH_FLEET_SECONDS'] ?? 15);

/** The send rate per second, and the burst size. */
export interface Load {
  name: string;
  perSecond: number;
  atOnce: number;
}

/** The cost of a message in microseconds of CPU time, without the idle baseline. */
interface Costs {
  /** By node: the first receives the sends, the second has the devices, the others have none of them. */
  nodes: number[];
  nats: number;
  postgres: number;
}

/** The measurements for a number of nodes and a load. */
export interface FleetFigures {
  nodes: number;
  load: Load;
  costs: Costs;
  /** The CPU time per second of an idle node and of the shared services. */
  idle: Costs;
  /** Statements per message, without the idle baseline. */
  statements: number;
  rows: number;
  walBytes: number;
  messagesPerCommit: number;
  statementsPerCommit: number;
  /** The most frequent statements, per message. */
  most: Statement[];
  p50: number;
  p99: number;
  /** The waiting time for the row of the message clock in milliseconds: idle, and while all nodes send. */
  clock: { idle: number; p50: number; p99: number };
  others: number;
}

interface FleetOptions {
  program: string;
  nodes: readonly RunningProcess[];
  services: Services | undefined;
  /** The recipients of the messages, and each node's devices that are not recipients. */
  keys: { interested: string[]; idle: string[][] };
  loads: readonly Load[];
  log: Log;
}

const portOf = ({ origin }: RunningProcess) => Number(new URL(origin).port);

/** Starts a node as in production, on the shared services. */
export async function startNode(
  main: string,
  env: Record<string, string>,
): Promise<RunningProcess> {
  return startPlatform({ main, dataDir: await temporaryFolder(), env, cores: 'all' });
}

/** Connects devices that receive nothing. */
export function connectIdle(
  program: string,
  node: RunningProcess,
  keys: string[],
): Promise<Client> {
  const words = ourWords(keys, SERVER_KEY);
  const contender = { port: portOf(node), publishers: 1, words, acknowledges: PACE };
  return startClient(program, contender, { cores: 'all' });
}

/** Measures the cost of messages with the running nodes. */
export async function measureFleet(options: FleetOptions): Promise<FleetFigures[]> {
  const { program, nodes, services, keys, loads, log } = options;
  const clients: Client[] = [];
  for (const [index, node] of nodes.entries()) {
    clients.push(await connectIdle(program, node, keys.idle[index]!));
  }
  const words = ourWords(keys.interested, SERVER_KEY);
  const connect = (of: string[], to: RunningProcess, from: RunningProcess) =>
    startClient(
      program,
      {
        port: portOf(to),
        publishPort: portOf(from),
        publishers: PUBLISHERS,
        words: { ...words, greetings: words.greetings.slice(0, of.length) },
        acknowledges: PACE,
      },
      { cores: 'all' },
    );
  const sender = await connect(keys.interested, nodes[1] ?? nodes[0]!, nodes[0]!);
  const publishers: Client[] = [];
  if (services) for (const node of nodes) publishers.push(await connect([], node, node));
  clients.push(sender, ...publishers);
  const found: FleetFigures[] = [];
  for (const load of loads) {
    const round = { ...options, sender, publishers, clients, load };
    found.push(await measureLoad(round));
    const { costs, p99, others } = found.at(-1)!;
    log(
      `${nodes.length} nodes, ${load.name}: ${costs.nodes.map((each) => each.toFixed(0)).join(', ')} µs on nodes, ` +
        `NATS ${costs.nats.toFixed(0)}, PostgreSQL ${costs.postgres.toFixed(0)}, p99 ${p99.toFixed(1)} ms, others ${Math.round(others * 100)} %`,
    );
  }
  for (const client of clients) await client.stop();
  return found;
}

interface LoadRound extends FleetOptions {
  sender: Client;
  publishers: readonly Client[];
  clients: readonly Client[];
  load: Load;
}

async function measureLoad(round: LoadRound): Promise<FleetFigures> {
  const { nodes, services, sender, load } = round;
  await sender.roundAtRate(load.perSecond, load.atOnce, WARM_UP_SECONDS);
  await sleep(SETTLE_MS);
  const idle = await during(round, () => sleep(SECONDS * 1000).then(() => ({})));
  const busy = await during(round, async () => {
    const delivered = await sender.roundAtRate(load.perSecond, load.atOnce, SECONDS);
    await sleep(SETTLE_MS);
    return delivered;
  });
  const { messages, p50, p99 } = busy.result;
  const each = (of: (figures: Omit<Measured<unknown>, 'result'>) => number) =>
    (of(busy) - (of(idle) / idle.seconds) * busy.seconds) / messages;
  const asked = (figures: Omit<Measured<unknown>, 'result'>, field: 'calls' | 'rows') =>
    figures.statements.reduce((sum, statement) => sum + statement[field], 0);
  const commits = busy.commits;
  const statements = each((figures) => asked(figures, 'calls'));
  return {
    nodes: nodes.length,
    load,
    costs: {
      nodes: nodes.map((_, index) => 1000 * each(({ cpu }) => cpu.nodes[index]!)),
      nats: 1000 * each(({ cpu }) => cpu.nats),
      postgres: 1000 * each(({ cpu }) => cpu.postgres),
    },
    idle: {
      nodes: idle.cpu.nodes.map((ms) => ms / idle.seconds),
      nats: idle.cpu.nats / idle.seconds,
      postgres: idle.cpu.postgres / idle.seconds,
    },
    statements,
    rows: each((figures) => asked(figures, 'rows')),
    walBytes: each((figures) => figures.walBytes),
    messagesPerCommit: messages / commits,
    statementsPerCommit: (statements * messages) / commits,
    most: mostOf(busy.statements, messages),
    p50,
    p99,
    clock: services ? await measureClock(round, services) : { idle: 0, p50: 0, p99: 0 },
    others: busy.others,
  };
}

interface Measured<Result> {
  result: Result;
  seconds: number;
  cpu: Costs;
  statements: Statement[];
  walBytes: number;
  commits: number;
  others: number;
}

/** The resources that are used while a function runs; CPU time in milliseconds. */
async function during<Result extends object>(
  { nodes, services, clients }: LoadRound,
  run: () => Promise<Result>,
): Promise<Measured<Result>> {
  const read = async (): Promise<Costs> => ({
    nodes: await Promise.all(nodes.map(({ pid }) => cpuMs(pid))),
    nats: services ? await cpuMs(services.pids.nats) : 0,
    postgres: services ? await cpuMs(services.pids.postgres) : 0,
  });
  const pids = [...nodes, ...clients].map(({ pid }) => pid);
  if (services) pids.push(...Object.values(services.pids));
  const commits = await commitsOf(nodes);
  if (services) await forgetStatements(services.client);
  const [start, before] = [performance.now(), await read()];
  const { others, ...result } = await watched(pids, run);
  const [seconds, after] = [(performance.now() - start) / 1000, await read()];
  const database = services
    ? await readStatements(services.client)
    : { statements: [], walBytes: 0 };
  return {
    result: result as unknown as Result,
    seconds,
    cpu: {
      nodes: after.nodes.map((ms, index) => ms - before.nodes[index]!),
      nats: after.nats - before.nats,
      postgres: after.postgres - before.postgres,
    },
    ...database,
    commits: (await commitsOf(nodes)) - commits,
    others,
  };
}

async function commitsOf(nodes: readonly RunningProcess[]): Promise<number> {
  let commits = 0;
  for (const { origin } of nodes) {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const figures = await (await fetch(`${origin}/metrics`, { headers })).text();
    commits += Number(/^push_messages_per_commit_count (\d+)$/m.exec(figures)![1]);
  }
  return commits;
}

/** Measures the waiting time for the row of the message clock while all nodes send, each its share. */
async function measureClock(
  { publishers, load }: LoadRound,
  { client }: Services,
): Promise<FleetFigures['clock']> {
  const seconds = Math.max(3, SECONDS / 3);
  const idle = await waitsForClock(client, 2);
  const share = Math.round(load.perSecond / publishers.length);
  const sending = publishers.map((each) => each.roundAtRate(share, load.atOnce, seconds));
  const [waits] = await Promise.all([waitsForClock(client, seconds), ...sending]);
  return { idle: quantile(idle, 0.5), p50: quantile(waits, 0.5), p99: quantile(waits, 0.99) };
}

const MOST = 8;

function mostOf(statements: readonly Statement[], messages: number): Statement[] {
  return statements.slice(0, MOST).map(({ text, calls, rows }) => ({
    text: text.replaceAll(/\s+/g, ' ').slice(0, 70),
    calls: calls / messages,
    rows: rows / messages,
  }));
}
