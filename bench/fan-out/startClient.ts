import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { CORES, onCore } from '../lib/cores.ts';
import { withOpenFiles } from '../lib/openFiles.ts';
import { endsWithUs, temporaryFolder } from '../lib/leaveNothing.ts';
import type { Contender, Words } from './Contender.types.ts';

/** The client's counts for a round; latencies are milliseconds from publishing to reading. */
export interface Delivered {
  messages: number;
  deliveries: number;
  seconds: number;
  p50: number;
  p99: number;
}

/** All devices of one server, connected. */
export interface Client {
  pid: number;
  round(inFlight: number, seconds: number): Promise<Delivered>;
  /** Publishes at a fixed rate in bursts of `atOnce`, without waiting for delivery; ends when all have arrived. */
  roundAtRate(perSecond: number, atOnce: number, seconds: number): Promise<Delivered>;
  stop(): Promise<void>;
}

/** How the client runs. */
interface ClientOptions {
  /** By default the core for the load. */
  cores?: 'one' | 'all';
  openFiles?: number | undefined;
}

const placed = (cores: ClientOptions['cores'], program: string, args: readonly string[]) =>
  cores === 'all' ? ([program, args] as const) : onCore(CORES.load, program, args);

/** Connects the devices of a server with the C program that all servers are measured by. */
export async function startClient(
  program: string,
  contender: Omit<Contender, 'server'>,
  how: ClientOptions = {},
): Promise<Client> {
  const { words, port, publishPort = port, publishers, acknowledges } = contender;
  const folder = await temporaryFolder();
  await writeWords(folder, words);
  const pace = acknowledges ?? { messages: 0, milliseconds: 0 };
  const numbers = [words.greetings.length, port, publishPort, publishers, ...Object.values(pace)];
  const [command, args] = withOpenFiles(
    how.openFiles,
    ...placed(how.cores, program, [folder, ...numbers.map(String)]),
  );
  const child = endsWithUs(spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] }));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`The client of port ${port} ended: ${errors}`);
    return value;
  };
  await nextLine();
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`);
    return JSON.parse(await nextLine()) as Delivered;
  };
  return {
    pid: child.pid!,
    round: (inFlight, seconds) => ask(`${inFlight} ${seconds * 1000}`),
    roundAtRate: (perSecond, atOnce, seconds) => ask(`${perSecond} ${atOnce} ${seconds * 1000}`),
    async stop() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}

async function writeWords(folder: string, words: Words): Promise<void> {
  const greetings = words.greetings.map((greeting) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(greeting.length);
    return Buffer.concat([length, greeting]);
  });
  await writeFile(join(folder, 'greetings'), Buffer.concat(greetings));
  for (const name of ['second', 'subscribed', 'publisher', 'message'] as const) {
    const bytes = words[name];
    if (bytes) await writeFile(join(folder, name), bytes);
  }
}
