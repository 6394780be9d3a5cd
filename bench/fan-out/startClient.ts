import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { CORES, onCore } from '../lib/cores.ts';
import { endsWithUs, temporaryFolder } from '../lib/leaveNothing.ts';
import type { Contender, Words } from './Contender.types.ts';

/** What the client counted in a round; latencies are milliseconds from publishing to reading. */
export interface Delivered {
  deliveries: number;
  seconds: number;
  p50: number;
  p99: number;
}

/** All devices of one server, connected. */
export interface Client {
  pid: number;
  round(inFlight: number, seconds: number): Promise<Delivered>;
  stop(): Promise<void>;
}

/** Connects the devices of a server with the C program that all servers are measured by. */
export async function startClient(program: string, contender: Contender): Promise<Client> {
  const { words, port, publishPort = port, publishers, acknowledges } = contender;
  const folder = await temporaryFolder();
  await writeWords(folder, words);
  const pace = acknowledges ?? { messages: 0, milliseconds: 0 };
  const numbers = [words.greetings.length, port, publishPort, publishers, ...Object.values(pace)];
  const [command, args] = onCore(CORES.load, program, [folder, ...numbers.map(String)]);
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
  return {
    pid: child.pid!,
    async round(inFlight, seconds) {
      child.stdin.write(`${inFlight} ${seconds * 1000}\n`);
      return JSON.parse(await nextLine()) as Delivered;
    },
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
