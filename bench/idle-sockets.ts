import { startOurs } from './fan-out/contenders.ts';
import { startClient } from './fan-out/startClient.ts';
import { compileC } from './lib/compileC.ts';
import { COLLECTABLE, memoryInUse } from './lib/memoryInUse.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { buildPlatform } from './lib/startPlatform.ts';

const CONNECTIONS = 10_000;
const PACE = { messages: 500, milliseconds: 10_000 };
const KB = 1024;
const MAX_KB = 8;

/** Memory of the server for devices that are connected and have nothing to say. */
export async function idleSockets(log: Log): Promise<Section> {
  const program = await compileC('fan-out/client.c');
  const ours = await startOurs(await buildPlatform(), CONNECTIONS, PACE, {
    nodeOptions: COLLECTABLE,
  });
  const { pid } = ours.server;
  const before = await memoryInUse(pid);
  log(`nobody connected: ${Math.round(before / KB / KB)} MB`);
  const client = await startClient(program, ours);
  const after = await memoryInUse(pid);
  log(`${CONNECTIONS} connections: ${Math.round(after / KB / KB)} MB`);
  await client.stop();
  await ours.server.stop();

  const each = (after - before) / CONNECTIONS / KB;
  return {
    how:
      `Resident memory of the server’s process with ${CONNECTIONS.toLocaleString('en')} connected devices that have one topic each, less that with ` +
      'none, each after a garbage collection, for one of them. What the kernel keeps for a socket is not in it.',
    rows: [
      {
        what: 'memory per idle connection',
        measured: `${each.toFixed(1)} KB`,
        peer: `limit ${MAX_KB} KB`,
        ratio: each / MAX_KB,
        goal: { below: 1 },
      },
    ],
    tables: [
      {
        title: 'Memory of the process',
        head: ['connections', 'MB'],
        rows: [
          ['none', (before / KB / KB).toFixed(0)],
          [CONNECTIONS.toLocaleString('en'), (after / KB / KB).toFixed(0)],
        ],
      },
    ],
  };
}
