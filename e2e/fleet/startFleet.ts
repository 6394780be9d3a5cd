import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { type Nats, startNats } from '@host/server/testing/bus/startNats';
import { type ServerProcess, startProcess } from '@host/server/testing/process/startProcess';

import { freePort } from '../../scripts/build/freePort.mjs';
import type { Address } from './Balancer.ts';
import { type Forwarder, openForwarder } from './openForwarder.ts';
import { type DatabasePair, startDatabasePair } from './startDatabasePair.ts';

const run = promisify(execFile);

export const SERVER_KEY = 'server-key-of-a-fleet';
const DRAIN_SECONDS = 2;
const DROPPED = 0.3;

/** A node with the ways that lead from it to its services. */
export interface Node extends Address {
  process: ServerProcess;
  toDatabase: Forwarder;
  toBus: Forwarder;
  /** Starts it again after its end. */
  start(): Promise<void>;
  /** Everything that it has said, before and after each start. */
  said(): string;
  /** Lets no packet through to a service, or lets them through again. */
  cut(service: 'database' | 'bus', isCut: boolean): Promise<void>;
}

export interface Fleet {
  nodes: readonly Node[];
  database: DatabasePair;
  stopBus(): Promise<void>;
  startBus(): Promise<void>;
  setDropping(isDropping: boolean): void;
  /** Leads all nodes to the database that can be written to. */
  followDatabase(): void;
  stop(): Promise<void>;
}

export interface FleetOptions {
  /** The built server. */
  main: string;
  folder: string;
  postgresBin: string;
  natsServer: string;
  nodes: number;
  chance: () => number;
}

/** Starts PostgreSQL with a standby, NATS, and nodes, each of which reaches them by ways of its own. */
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
      ADMIN_TOKEN: 'admin-token-of-a-fleet',
      PEOPLE_SECRET: 'a-secret-that-all-nodes-have',
      DATABASE_URL: `postgres://postgres@127.0.0.1:${toDatabase.port}/postgres`,
      NATS_URL: `nats://127.0.0.1:${toBus.port}`,
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      LOG_LEVEL: 'warn',
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
    followDatabase() {
      for (const { toDatabase } of nodes) toDatabase.leadTo(database.port);
    },
    async stop() {
      await Promise.all(nodes.map(({ process: each }) => each.kill('SIGKILL')));
      await nats.stop();
      await database.stop();
    },
  };
}

/** As a cable that is pulled: neither end is told. Only in a network namespace of our own. */
async function dropPackets(port: number, isDropped: boolean): Promise<void> {
  for (const side of ['--dport', '--sport']) {
    const rule = ['INPUT', '-i', 'lo', '-p', 'tcp', side, String(port), '-j', 'DROP'];
    await run('iptables', ['-w', isDropped ? '-A' : '-D', ...rule]);
  }
}
