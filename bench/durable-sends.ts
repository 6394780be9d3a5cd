import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Change, buildVariant } from './lib/buildVariant.ts';
import { type Contender, type Figures, compare, roundsNote } from './lib/compare.ts';
import { compileC } from './lib/compileC.ts';
import { sharingNote } from './lib/cores.ts';
import { temporaryFolder } from './lib/leaveNothing.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { seedGateway, tokenOfKey } from './lib/seedGateway.ts';
import { startBareFastify } from './lib/startBareFastify.ts';
import { SERVER_KEY, startPlatform } from './lib/startPlatform.ts';
import type { RunningProcess } from './lib/startProcess.ts';
import { median, medianRatio } from './lib/statistics.ts';

/** Enough devices that none exceeds its rate limit per minute. */
export const DEVICES = 20_000;
export const CONNECTIONS = 64;
const CONNECTIONS_ON_SLOW_DISK = 256;
const ROUNDS = 5;
const MOST_P99_MS = 50;

/** Replaces the statement that stores messages and assigns their ids by a counter in memory. */
const WITHOUT_THE_WRITE: Change = {
  file: 'push/messages/MessageLog.ts',
  from: `await this.#db.insertNumbered(insertsFor(messages), messages.length, {`,
  to: `((count: number, _: object) => {
      const shared = globalThis as { taken?: number };
      const first = (shared.taken ?? 0) + 1;
      shared.taken = first + count - 1;
      return first;
    })(messages.length, {`,
};

/** Sends that are durable before the response, against the same server without the write. */
export async function durableSends(log: Log): Promise<Section> {
  const [main, withoutWrite] = [await buildVariant([]), await buildVariant([WITHOUT_THE_WRITE])];
  const slowDisk = await compileC('slow-disk/slowDisk.c', ['-shared', '-fPIC']);
  const { dataDir: seeded, keys } = await seedGateway(main, { devices: DEVICES, topics: {} });
  const tokens = await writeTokens(keys);
  const servers: RunningProcess[] = [];
  const contender = (server: RunningProcess, connections: number): Contender => {
    servers.push(server);
    return sendingTo(server, tokens, connections);
  };
  const platform = async (options: Omit<Parameters<typeof startPlatform>[0], 'dataDir'>) => {
    const dataDir = await temporaryFolder();
    await cp(seeded, dataDir, { recursive: true });
    return startPlatform({ cores: 'all', ...options, dataDir });
  };
  const stopAll = async () => {
    for (const server of servers.splice(0)) await server.stop();
  };
  const onFastDisk = await compare(
    {
      durable: contender(await platform({ main }), CONNECTIONS),
      'without the write': contender(await platform({ main: withoutWrite }), CONNECTIONS),
      'one core': contender(await platform({ main, cores: 'one' }), CONNECTIONS),
      'one core, no write': contender(
        await platform({ main: withoutWrite, cores: 'one' }),
        CONNECTIONS,
      ),
    },
    ROUNDS,
    log,
  );
  await stopAll();
  // Even idle servers hold memory that the kernel scans from time to time, which disturbs the measurement.
  const onSlowDisk = await compare(
    {
      'slow disk': contender(await platform({ main, preload: slowDisk }), CONNECTIONS_ON_SLOW_DISK),
      'bare Fastify': contender(await startBareFastify(0, 'all'), CONNECTIONS_ON_SLOW_DISK),
    },
    ROUNDS,
    log,
  );
  await stopAll();
  const { durable, 'without the write': bare } = onFastDisk;
  const { 'slow disk': slow, 'bare Fastify': fastify } = onSlowDisk;
  const onOneCore = {
    durable: onFastDisk['one core'],
    bare: onFastDisk['one core, no write'],
  };
  const against = 'against the same without the write';
  return {
    how:
      `\`POST /fcm/send\` to one of ${DEVICES.toLocaleString('en')} tokens in turn, with a notification and data, by one wrk thread. The peer is the ` +
      'same server whose message log takes ids from memory in the place of the transaction: key, limits, look-up of the token, ' +
      'sharing of commits and answer are the same. The slow disk is a library that is loaded before all others and takes 2 ms ' +
      'longer for each fsync. Bare Fastify reads the same body, stores nothing and answers a constant: it tells how fast the ' +
      `machine is. ${roundsNote(ROUNDS, sharingNote())} On one core, a server and all its threads are pinned to the other one. The slow disk and bare Fastify take turns after all other servers have ended. The ratio to the peer is ` +
      'the median of the rounds’ own.',
    rows: [
      {
        what: `durable sends/s, ${CONNECTIONS} connections, ${against}`,
        measured: rate(durable),
        peer: rate(bare),
        ratio: medianRatio(durable.rounds.requestsPerSecond, bare.rounds.requestsPerSecond),
        goal: { atLeast: 0.7 },
      },
      {
        what: `the same on one core, ${against}`,
        measured: rate(onOneCore.durable),
        peer: rate(onOneCore.bare),
        ratio: medianRatio(
          onOneCore.durable.rounds.requestsPerSecond,
          onOneCore.bare.rounds.requestsPerSecond,
        ),
        goal: { atLeast: 0.7 },
      },
      {
        what: `sends per CPU second on one core, ${against}`,
        measured: cpu(onOneCore.durable),
        peer: cpu(onOneCore.bare),
        ratio: medianRatio(
          onOneCore.bare.rounds.cpuMicroseconds,
          onOneCore.durable.rounds.cpuMicroseconds,
        ),
      },
      {
        what: `p99 with a disk that is 2 ms slower, ${CONNECTIONS_ON_SLOW_DISK} connections`,
        measured: `${slow.p99.toFixed(1)} ms, ${rate(slow)}`,
        peer: `limit ${MOST_P99_MS} ms`,
        ratio: slow.p99 / MOST_P99_MS,
        goal: { below: 1 },
      },
      {
        what: 'sends/s there, against bare Fastify that stores nothing',
        measured: rate(slow),
        peer: rate(fastify),
        ratio: medianRatio(slow.rounds.requestsPerSecond, fastify.rounds.requestsPerSecond),
      },
    ],
    others: median(
      [...Object.values(onFastDisk), ...Object.values(onSlowDisk)].map(({ others }) => others),
    ),
  };
}

/** A contender that receives sends to the tokens of a file in turn. */
export function sendingTo(
  { pid, origin }: RunningProcess,
  tokens: string,
  connections: number,
): Contender {
  const headers = { Authorization: `key=${SERVER_KEY}`, 'Content-Type': 'application/json' };
  return { pid, load: { origin, paths: tokens, script: 'sendToTokens', connections, headers } };
}

/** Writes the file with device tokens for the load generator. */
export async function writeTokens(keys: readonly string[]): Promise<string> {
  const file = join(await temporaryFolder(), 'tokens');
  await writeFile(file, keys.map(tokenOfKey).join('\n'));
  return file;
}

function rate({ requestsPerSecond: each, spread: [low, high] }: Figures): string {
  return `${Math.round(each)}/s (${Math.round(low)}–${Math.round(high)})`;
}

function cpu({ cpuMicroseconds }: Figures): string {
  return `${cpuMicroseconds.toFixed(1)} µs`;
}
