import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { askOneByOne } from './lib/askOneByOne.ts';
import { type Figures, compare, roundsNote } from './lib/compare.ts';
import { filledRegistry, resolvePaths } from './lib/filledRegistry.ts';
import { getWhole } from './lib/getWhole.ts';
import { temporaryFolder } from './lib/leaveNothing.ts';
import { Patience } from './lib/Patience.ts';
import { cpuMs, memoryOf } from './lib/processFigures.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { startBareFastify } from './lib/startBareFastify.ts';
import { buildPlatform, startPlatform } from './lib/startPlatform.ts';
import { median } from './lib/statistics.ts';

const SETS = {
  twenty: { prefix: 'twenty', miniApps: 10_000, versions: 20 },
  one: { prefix: 'one', miniApps: 10_000, versions: 1 },
  thousand: { prefix: 'thousand', miniApps: 10, versions: 1000 },
};
const CONNECTIONS = 64;
const ROUNDS = 3;
const MB = 1e6;

/** Resolving among many mini-apps and versions, against a bare Fastify. */
export async function resolve(log: Log): Promise<Section> {
  log('filling the registry');
  const main = await buildPlatform();
  const ours = await startPlatform({ main, ...(await filledRegistry(main, Object.values(SETS))) });
  const empty = memoryOf(ours.pid).now;
  const paths = {
    twenty: resolvePaths(SETS.twenty),
    one: resolvePaths(SETS.one),
    thousand: resolvePaths(SETS.thousand),
  };

  log('asking for every mini-app for the first time');
  await new Patience().waitForQuiet(0.1);
  const first: string[][] = [];
  for (const [name, set] of Object.entries(SETS)) {
    first.push(await firstAndAgain(ours, set.versions, paths[name as keyof typeof SETS]));
  }
  const full = memoryOf(ours.pid).now;

  const { body } = await getWhole(`${ours.origin}${paths.twenty[0]}`);
  const bare = await startBareFastify(body.length);
  const folder = await temporaryFolder();
  const contender = async (server: { pid: number; origin: string }, asked: readonly string[]) => {
    const file = join(folder, `${server.pid}-${asked.length}-${asked[0]!.split('/')[3]}`);
    await writeFile(file, asked.join('\n'));
    const { pid, origin } = server;
    return { pid, load: { origin, paths: file, connections: CONNECTIONS } };
  };
  const figures = await compare(
    {
      bare: await contender(bare, paths.twenty),
      twenty: await contender(ours, paths.twenty),
      one: await contender(ours, paths.one),
      'single, 1 version': await contender(ours, paths.one.slice(0, 1)),
      'single, 1,000 versions': await contender(ours, paths.thousand.slice(0, 1)),
    },
    ROUNDS,
    log,
  );
  await bare.stop();
  await ours.stop();

  return {
    how:
      `Every request asks for a random one of 10,000 mini-apps with all versions released, over ${CONNECTIONS} ` +
      `connections by one wrk thread; the answer has ${body.length} bytes. The peer is a bare Fastify of the same version ` +
      'in one process without a logger, whose only route answers a constant of the same size. ' +
      roundsNote(ROUNDS),
    rows: rowsOf(figures),
    others: median(Object.values(figures).map(({ others }) => others)),
    tables: [
      {
        title: 'The first resolve of a mini-app, from the database',
        head: ['versions', 'first', 'again', 'CPU of the server, first', 'again'],
        rows: first,
      },
      {
        title: 'Memory of the process',
        head: ['state', 'MB'],
        rows: [
          ['started', (empty / MB).toFixed(0)],
          ['all 20,010 mini-apps with 220,000 versions asked for', (full / MB).toFixed(0)],
        ],
      },
    ],
  };
}

async function firstAndAgain(
  server: { pid: number; origin: string },
  versions: number,
  paths: readonly string[],
): Promise<string[]> {
  const [before, times] = [await cpuMs(server.pid), await askOneByOne(server.origin, paths)];
  const [between, again] = [await cpuMs(server.pid), await askOneByOne(server.origin, paths)];
  const after = await cpuMs(server.pid);
  const micro = (ms: number) => `${Math.round(ms * 1000)} µs`;
  return [
    versions.toLocaleString('en'),
    micro(median(times)),
    micro(median(again)),
    micro((between - before) / paths.length),
    micro((after - between) / paths.length),
  ];
}

function rowsOf(
  figures: Record<
    'bare' | 'twenty' | 'one' | 'single, 1 version' | 'single, 1,000 versions',
    Figures
  >,
): Section['rows'] {
  const { bare, twenty, one } = figures;
  const single = figures['single, 1 version'];
  const thousand = figures['single, 1,000 versions'];
  const rate = ({ requestsPerSecond: each, spread: [low, high] }: Figures) =>
    `${Math.round(each)}/s (${Math.round(low)}–${Math.round(high)})`;
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  const cpu = ({ cpuMicroseconds }: Figures) => `${cpuMicroseconds.toFixed(1)} µs`;
  const compared = (what: string, ours: Figures, peer: Figures, atLeast: number) => ({
    what,
    measured: rate(ours),
    peer: rate(peer),
    ratio: ours.requestsPerSecond / peer.requestsPerSecond,
    goal: { atLeast },
  });
  return [
    compared('requests/s, 20 versions each, against bare Fastify', twenty, bare, 0.5),
    {
      what: 'p99, 20 versions each, against bare Fastify',
      measured: ms(twenty.p99),
      peer: ms(bare.p99),
      ratio: twenty.p99 / bare.p99,
      goal: { below: 5 },
    },
    {
      what: 'requests per CPU second, 20 versions each, against bare Fastify',
      measured: cpu(twenty),
      peer: cpu(bare),
      ratio: bare.cpuMicroseconds / twenty.cpuMicroseconds,
    },
    compared('requests/s, 20 versions each against 1 each', twenty, one, 0.8),
    compared('requests/s, one mini-app with 1,000 versions against 1', thousand, single, 0.8),
  ];
}
