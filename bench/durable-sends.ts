import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Change, buildVariant } from './lib/buildVariant.ts';
import { type Contender, type Figures, compare, roundsNote } from './lib/compare.ts';
import { compileC } from './lib/compileC.ts';
import { temporaryFolder } from './lib/leaveNothing.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { seedGateway, tokenOfKey } from './lib/seedGateway.ts';
import { SERVER_KEY, startPlatform } from './lib/startPlatform.ts';
import type { RunningProcess } from './lib/startProcess.ts';
import { median, medianRatio } from './lib/statistics.ts';

/** So many that none of them gets more in a minute than a device may get. */
const DEVICES = 20_000;
const CONNECTIONS = 64;
const CONNECTIONS_ON_SLOW_DISK = 256;
const ROUNDS = 7;
const MOST_P99_MS = 50;

/** The message log, with ids from memory in the place of the transaction. */
export const WITHOUT_THE_WRITE: Change = {
  file: 'push/messages/MessageLog.ts',
  from: `const batch = await this.#db.transaction((tx) =>
      this.#store(
        tx,
        part.map(({ message }) => message),
      ),
    );`,
  to: `const shared = globalThis as { taken?: number };
    const from = (shared.taken ?? 0) + 1;
    const to = (shared.taken = from + part.length - 1);
    const messages = part.map(({ message }) => message);
    const batch = { from, to, messages: new RowsOf(messages, from, this.#isUpstreamUsed()).stored };`,
};

/** Sends that are on disk when they are answered, against the same server without the write. */
export async function durableSends(log: Log): Promise<Section> {
  const [main, withoutWrite] = [await buildVariant([]), await buildVariant([WITHOUT_THE_WRITE])];
  const slowDisk = await compileC('slow-disk/slowDisk.c', ['-shared', '-fPIC']);
  const servers: RunningProcess[] = [];
  const contender = async (
    build: string,
    connections: number,
    preload?: string,
  ): Promise<Contender> => {
    const { dataDir, keys } = await seedGateway(build, { devices: DEVICES, topics: {} });
    const tokens = join(await temporaryFolder(), 'tokens');
    await writeFile(tokens, keys.map(tokenOfKey).join('\n'));
    const server = await startPlatform({
      main: build,
      dataDir,
      ...(preload !== undefined && { preload }),
    });
    servers.push(server);
    const headers = { Authorization: `key=${SERVER_KEY}`, 'Content-Type': 'application/json' };
    const { pid, origin } = server;
    return { pid, load: { origin, paths: tokens, script: 'sendToTokens', connections, headers } };
  };
  const figures = await compare(
    {
      durable: await contender(main, CONNECTIONS),
      'without the write': await contender(withoutWrite, CONNECTIONS),
      'slow disk': await contender(main, CONNECTIONS_ON_SLOW_DISK, slowDisk),
    },
    ROUNDS,
    log,
  );
  for (const server of servers) await server.stop();
  const { durable, 'without the write': bare, 'slow disk': slow } = figures;
  const rate = ({ requestsPerSecond: each, spread: [low, high] }: Figures) =>
    `${Math.round(each)}/s (${Math.round(low)}–${Math.round(high)})`;
  const cpu = ({ cpuMicroseconds }: Figures) => `${cpuMicroseconds.toFixed(1)} µs`;
  return {
    how:
      `\`POST /fcm/send\` to one of ${DEVICES.toLocaleString('en')} tokens in turn, with a notification and data, by one wrk thread. The peer is the ` +
      'same server whose message log takes ids from memory in the place of the transaction: key, limits, look-up of the token, ' +
      'sharing of commits and answer are the same. The slow disk is a library that is loaded before all others and takes 2 ms ' +
      `longer for each fsync. All threads of a server share one core. ${roundsNote(ROUNDS)} The ratio to the peer is the median of the rounds’ own.`,
    rows: [
      {
        what: `durable sends/s, ${CONNECTIONS} connections, against the same without the write`,
        measured: rate(durable),
        peer: rate(bare),
        ratio: medianRatio(durable.rounds.requestsPerSecond, bare.rounds.requestsPerSecond),
        goal: { atLeast: 0.7 },
      },
      {
        what: 'sends per CPU second, against the same without the write',
        measured: cpu(durable),
        peer: cpu(bare),
        ratio: medianRatio(bare.rounds.cpuMicroseconds, durable.rounds.cpuMicroseconds),
      },
      {
        what: `p99 with a disk that is 2 ms slower, ${CONNECTIONS_ON_SLOW_DISK} connections`,
        measured: `${slow.p99.toFixed(1)} ms, ${rate(slow)}`,
        peer: `limit ${MOST_P99_MS} ms`,
        ratio: slow.p99 / MOST_P99_MS,
        goal: { below: 1 },
      },
    ],
    others: median(Object.values(figures).map(({ others }) => others)),
  };
}
