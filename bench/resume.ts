import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { WebSocket } from 'ws';

import { freePort } from '../scripts/build/freePort.mjs';
import { Patience } from './lib/Patience.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { seedGateway } from './lib/seedGateway.ts';
import { Sender } from './lib/Sender.ts';
import { buildPlatform, startPlatform } from './lib/startPlatform.ts';
import { startProcess } from './lib/startProcess.ts';
import { median } from './lib/statistics.ts';

const MESSAGES = 10_000;
export const TOPICS = ['news', 'sport', 'weather', 'offers', 'alerts'];
const ACKNOWLEDGE_AFTER = 100;
const SENDERS = 64;
const ROUNDS = 7;
const MAX_MS = 1000;
const PLAIN_SERVER = fileURLToPath(new URL('resume/plainServer.ts', import.meta.url));

/** A device reconnects and receives its backlog. */
export async function resume(log: Log): Promise<Section> {
  const main = await buildPlatform();
  const topics = Object.fromEntries(TOPICS.map((topic) => [topic, 1]));
  const { dataDir, keys } = await seedGateway(main, { devices: 1, topics });
  const ours = await startPlatform({ main, dataDir });
  log(`sending ${MESSAGES} messages to ${TOPICS.length} topics`);
  await sendAll(ours.origin);
  const port = await freePort();
  const plain = await startProcess({
    command: process.execPath,
    args: ['--import', import.meta.resolve('tsx'), PLAIN_SERVER],
    env: { PORT: String(port), DATABASE: join(dataDir, 'host.db') },
    port,
  });

  await new Patience().waitForQuiet(0.1);
  const connect = {
    ours: () => connectDevice(ours.origin, keys[0]!),
    plain: () => new WebSocket(plain.origin.replace('http', 'ws')),
  };
  const times = { ours: [] as number[], plain: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of ['ours', 'plain'] as const) {
      const ms = await timeOf(connect[name]);
      // The first round is a warm-up.
      if (round > 0) times[name].push(ms);
      log(`round ${round}/${ROUNDS}  ${name.padEnd(6)} ${ms.toFixed(0)} ms`);
    }
  }
  await plain.stop();
  await ours.stop();

  const [mine, theirs] = [median(times.ours), median(times.plain)];
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  return {
    how:
      `A device that missed ${MESSAGES.toLocaleString('en')} messages on ${TOPICS.length} topics connects with \`since\` and acknowledges every ${ACKNOWLEDGE_AFTER} messages: from opening ` +
      'the connection until it has parsed the last of them, in the order of their cursors, the median of ' +
      `${ROUNDS} times. The peer selects the same rows from the same database and sends each with \`ws\` 8: it collapses nothing, ` +
      'expires nothing, counts nothing, and does not mind whether anybody takes or acknowledges it.',
    rows: [
      {
        what: 'resume',
        measured: ms(mine),
        peer: `limit ${ms(MAX_MS)}`,
        ratio: mine / MAX_MS,
        goal: { below: 1 },
      },
      {
        what: 'resume, against a plain SELECT and `ws`',
        measured: ms(mine),
        peer: ms(theirs),
        ratio: mine / theirs,
      },
    ],
  };
}

/** Connects a device of ours without a cursor. */
export function connectDevice(origin: string, key: string): WebSocket {
  return new WebSocket(`${origin.replace('http', 'ws')}/v1/push/connect?since=0`, ['push.v1'], {
    headers: { authorization: `Bearer ${key}` },
  });
}

/** Sends the backlog of a device. */
export async function sendAll(origin: string): Promise<void> {
  const sender = new Sender(origin, SENDERS);
  const data = { text: 'x'.repeat(100) };
  const messages = Array.from({ length: MESSAGES }, (_, index) =>
    sender.send({ to: `/topics/${TOPICS[index % TOPICS.length]}`, data }),
  );
  await Promise.all(messages);
  sender.close();
}

/** Milliseconds until a device has received everything. */
export async function timeOf(connect: () => WebSocket): Promise<number> {
  const start = performance.now();
  const socket = connect();
  let count = 0;
  let last = -1;
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`The connection was closed: ${code}`)));
    socket.on('message', (bytes: Buffer) => {
      const { type, cursor } = JSON.parse(bytes.toString()) as { type: string; cursor: number };
      if (type !== 'message') return;
      if (cursor <= last) reject(new Error(`${cursor} came after ${last}`));
      last = cursor;
      count++;
      const isLast = count === MESSAGES;
      if (isLast || count % ACKNOWLEDGE_AFTER === 0) {
        socket.send(JSON.stringify({ type: 'ack', cursor }));
      }
      if (isLast) resolve();
    });
  });
  const ms = performance.now() - start;
  socket.removeAllListeners('close');
  socket.close();
  await once(socket, 'close');
  return ms;
}
