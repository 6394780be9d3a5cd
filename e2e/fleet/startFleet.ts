import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { type Nats, startNats } from '@host/server/testing/bus/startNats';
import {
  type ServerProcess,
  runProcess,
  startProcess,
} from '@host/server/testing/process/startProcess';

import { freePort } from '../../scripts/build/freePort.mjs';
import type { Address } from './Balancer.ts';
import { type Forwarder, openForwarder } from './openForwarder.ts';
import { type DatabasePair, startDatabasePair } from './startDatabasePair.ts';

const run = promisify(execFile);

export const SERVER_KEY = 'server-key-of-a-fleet';
const ADMIN_TOKEN = 'admin-token-of-a-fleet';
/** The VAPID key that all nodes share. */
const VAPID_PRIVATE_KEY = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';
const DRAIN_SECONDS = 2;
const DROPPED = 0.3;

/** A node with the proxies between it and its services. */
export interface Node extends Address {
  process: ServerProcess;
  toDatabase: Forwarder;
  toBus: Forwarder;
  /** Starts the node again after it has ended. */
  start(): Promise<void>;
  /** The output of all of its starts. */
  said(): string;
  /** Runs a server command with this node's configuration; resolves to its output. */
  command(...args: string[]): Promise<string>;
  /** The value of a counter or the sum of a histogram in its metrics; 0 if there is none. */
  metric(name: string): Promise<number>;
  /** Drops all packets to a service, or stops doing so. */
  cut(service: 'database' | 'bus', isCut: boolean): Promise<void>;
}

export interface Fleet {
  nodes: readonly Node[];
  database: DatabasePair;
  stopBus(): Promise<void>;
  startBus(): Promise<void>;
  setDropping(isDropping: boolean): void;
  /** Delays what NATS sends to the nodes. */
  setDelay(ms: number): void;
  /** Points all nodes at the current primary. */
  followDatabase(): void;
  stop(): Promise<void>;
}

export interface FleetOptions {
  /** The entry file of the built server. */
  main: string;
  folder: string;
  postgresBin: string;
  natsServer: string;
  nodes: number;
  /** How many devices a node admits per second. */
  connectsPerSecond: number;
  /** The origins of browsers' push services on this machine. */
  pushOrigins: readonly string[];
  chance: () => number;
}

/** Starts PostgreSQL with a standby, NATS, and nodes that reach them through their own proxies. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { main, folder, postgresBin, natsServer, chance } = options;
  const database = await startDatabasePair(postgresBin, join(folder, 'postgres'));
  let nats: Nats = await startNats(natsServer);
  const { port: busPort } = nats;
  let isDropping = false;
  const isLost = () => isDropping && chance() < DROPPED;

  async function startNode(index: number): Promise<Node> {
    const toDatabase = await openForwarder(database.port);
    const toBus = await openForwarder(busPort, isLost);
    const port = await freePort();
    const env = {
      DATA_DIR: join(folder, `node-${index}`),
      PORT: String(port),
      SERVER_KEY,
      ADMIN_TOKEN,
      PEOPLE_SECRET: 'a-secret-that-all-nodes-have',
      DATABASE_URL: `postgres://postgres@127.0.0.1:${toDatabase.port}/postgres`,
      NATS_URL: `nats://127.0.0.1:${toBus.port}`,
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      LOG_LEVEL: 'warn',
      CONNECTS_PER_SECOND: String(options.connectsPerSecond),
      WEB_PUSH_ORIGINS: options.pushOrigins.join(','),
      VAPID_PRIVATE_KEY,
      QUOTA_FACTOR: '100',
      RATE_LIMIT_PER_TOKEN: '1000000',
      RATE_LIMIT_PER_ADDRESS: '1000000',
    };
    const processes: ServerProcess[] = [];
    const start = async () => {
      const started = await startProcess(main, env);
      processes.push(started);
      return started;
    };
    const node: Node = {
      name: `node-${index}`,
      url: `http://127.0.0.1:${port}`,
      process: await start(),
      toDatabase,
      toBus,
      async start() {
        node.process = await start();
      },
      said: () => processes.map((each) => each.said().stdout + each.said().stderr).join(''),
      async command(...args) {
        const { code, stdout, stderr } = await runProcess(main, env, args).ended;
        if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${stderr}`);
        return stdout + stderr;
      },
      metric: (name) => readMetric(node.url, name),
      cut: (service, isCut) => dropPackets(service === 'bus' ? toBus.port : toDatabase.port, isCut),
    };
    return node;
  }

  const nodes: Node[] = [];
  for (let index = 0; index < options.nodes; index++) nodes.push(await startNode(index));
  return {
    nodes,
    database,
    stopBus: () => nats.stop(),
    async startBus() {
      nats = await startNats(natsServer, busPort);
    },
    setDropping: (value) => void (isDropping = value),
    setDelay(ms) {
      for (const { toBus } of nodes) toBus.setDelay(ms);
    },
    followDatabase() {
      for (const { toDatabase } of nodes) toDatabase.leadTo(database.port);
    },
    async stop() {
      await Promise.all(nodes.map(({ process: each }) => each.kill('SIGKILL')));
      await nats.stop();
      await database.end();
    },
  };
}

async function readMetric(url: string, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  const line = (await answer.text()).split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.split(' ')[1] ?? 0);
}

/** Like pulling a cable: neither end is notified. Only in a network namespace of our own. */
async function dropPackets(port: number, isDropped: boolean): Promise<void> {
  for (const side of ['--dport', '--sport']) {
    const rule = ['INPUT', '-i', 'lo', '-p', 'tcp', side, String(port), '-j', 'DROP'];
    await run('iptables', ['-w', isDropped ? '-A' : '-D', ...rule]);
  }
}
