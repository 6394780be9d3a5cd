import { GATHER_MS, MAX_GATHERED } from '@host/push/core';

import { startOurs } from './fan-out/contenders.ts';
import { type Delivered, startClient } from './fan-out/startClient.ts';
import { compileC } from './lib/compileC.ts';
import { describeMachine } from './lib/describeMachine.ts';
import { COLLECTABLE, memoryInUse } from './lib/memoryInUse.ts';
import { OTHER_FILES, possibleOpenFiles } from './lib/openFiles.ts';
import { cpuMs } from './lib/processFigures.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { buildPlatform } from './lib/startPlatform.ts';
import { table } from './lib/writeReport.ts';
import { writeScaling } from './lib/writeScaling.ts';

const CONNECTIONS = (process.env['BENCH_IDLE_CONNECTIONS'] ?? '10000,100000')
  .split(',')
  .map(Number);
/** The acknowledgement batching of `@host/push`. */
const PACE = { messages: MAX_GATHERED, milliseconds: GATHER_MS };
/** By then the JIT has compiled the hot paths. */
const WARM_UP_SECONDS = 5;
const ROUND_SECONDS = 10;
const KB = 1024;
const MAX_KB = 8;

/** What one node with idle devices takes, and a message to all of them. */
export interface IdleFigures {
  connections: number;
  before: number;
  after: number;
  fanOut: Delivered;
  /** CPU time of the server per delivery. */
  cpuMicroseconds: number;
}

/** The server's memory for connected idle devices, and the cost of one message to all of them. */
export async function idleSockets(log: Log): Promise<Section> {
  const program = await compileC('fan-out/client.c');
  const main = await buildPlatform();
  const found: IdleFigures[] = [];
  let isShort = '';
  for (const wanted of CONNECTIONS) {
    const openFiles = await possibleOpenFiles(wanted + OTHER_FILES);
    const connections = Math.min(wanted, openFiles - OTHER_FILES);
    if (connections < wanted) {
      isShort =
        ` **${many(connections)} stand for ${many(wanted)}**: where this was measured, a process may have ${many(openFiles)} files open, ` +
        'and nobody may raise that (CAP_SYS_RESOURCE).';
      log(isShort.trim());
    }
    found.push(await measureIdle({ main, program, connections, openFiles }, log));
  }
  const section = sectionOf(found, isShort);
  const tables = section.tables!.map(({ head, rows }) => table(head, rows));
  await writeScaling(
    'idle-sockets',
    [await describeMachine(section), section.how, ...tables].join('\n\n'),
  );
  return section;
}

/** Connects devices to a built server, and sends to all of them. */
export async function measureIdle(
  how: { main: string; program: string; connections: number; openFiles: number },
  log: Log,
): Promise<IdleFigures> {
  const { main, program, connections, openFiles } = how;
  const options = { nodeOptions: COLLECTABLE, openFiles };
  const ours = await startOurs(main, connections, PACE, options);
  const { pid } = ours.server;
  const before = await memoryInUse(pid);
  log(`nobody connected: ${megabytes(before)} MB`);
  const client = await startClient(program, ours, { openFiles });
  const after = await memoryInUse(pid);
  log(`${connections} connections: ${megabytes(after)} MB`);
  await client.round(1, WARM_UP_SECONDS);
  const start = await cpuMs(pid);
  const fanOut = await client.round(1, ROUND_SECONDS);
  const cpu = (await cpuMs(pid)) - start;
  log(`${Math.round(fanOut.deliveries / fanOut.seconds)} deliveries a second`);
  await client.stop();
  await ours.server.stop();
  // Messages that arrive after the end of the round were sent in it.
  const deliveries = fanOut.messages * connections;
  return { connections, before, after, fanOut, cpuMicroseconds: (cpu * 1000) / deliveries };
}

const megabytes = (bytes: number) => Math.round(bytes / KB / KB);
const many = (count: number) => count.toLocaleString('en');
/** Memory per connection in KB. */
export const eachKb = ({ before, after, connections }: IdleFigures) =>
  (after - before) / connections / KB;

function sectionOf(found: readonly IdleFigures[], isShort: string): Section {
  return {
    how:
      'Resident memory of the server’s process with connected devices that have one topic each, less that with ' +
      'none, each after a garbage collection, for one of them. What the kernel keeps for a socket is not in it. Then a message to all of them, ' +
      'one after the other, on disk before it is answered, to devices that acknowledge as `@host/push` does. The server has one core, the devices the other; ' +
      `they come from eight addresses, and both processes may have as many files open as they need, where \`prlimit\` can do that.${isShort}`,
    rows: found.map((each) => ({
      what: `memory per idle connection, ${many(each.connections)} of them`,
      measured: `${eachKb(each).toFixed(1)} KB`,
      peer: `limit ${MAX_KB} KB`,
      ratio: eachKb(each) / MAX_KB,
      goal: { below: 1 },
    })),
    tables: [
      {
        title: 'Memory, and a message to all',
        head: [
          'connections',
          'MB without',
          'MB with',
          'KB each',
          'deliveries/s',
          'CPU each',
          'p50',
          'p99',
        ],
        rows: found.map((each) => [
          many(each.connections),
          String(megabytes(each.before)),
          String(megabytes(each.after)),
          eachKb(each).toFixed(1),
          `${Math.round(each.fanOut.deliveries / each.fanOut.seconds / 1000)}k/s`,
          `${each.cpuMicroseconds.toFixed(2)} µs`,
          `${each.fanOut.p50.toFixed(0)} ms`,
          `${each.fanOut.p99.toFixed(0)} ms`,
        ]),
      },
    ],
  };
}
