import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { askOneByOne } from './lib/askOneByOne.ts';
import { buildVariant } from './lib/buildVariant.ts';
import { compare, roundsNote } from './lib/compare.ts';
import { filledRegistry, resolvePaths } from './lib/filledRegistry.ts';
import { getWhole } from './lib/getWhole.ts';
import { temporaryFolder } from './lib/leaveNothing.ts';
import { RESOLVE_STEPS } from './lib/resolveSteps.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { startBareFastify } from './lib/startBareFastify.ts';
import { startPlatform } from './lib/startPlatform.ts';
import { median } from './lib/statistics.ts';

const SET = { prefix: 'step', miniApps: 1000, versions: 1 };
const CONNECTIONS = 64;
/** JIT compilation varies between process starts by as much as the smaller steps cost, so each variant is started again. */
const STARTS = 3;
const ROUNDS = 2;

/** The cost of each step of resolving, measured by removing it from the server. */
export async function resolveSteps(log: Log): Promise<Section> {
  const variants = new Map([['everything', await buildVariant([])]]);
  for (const { step, changes } of RESOLVE_STEPS) variants.set(step, await buildVariant(changes));
  variants.set(
    'none of these',
    await buildVariant(RESOLVE_STEPS.flatMap(({ changes }) => changes)),
  );

  const filled = await filledRegistry(variants.get('everything')!, [SET]);
  const paths = resolvePaths(SET);
  const file = join(await temporaryFolder(), 'paths');
  await writeFile(file, paths.join('\n'));

  const measured = new Map<string, number[]>();
  const others: number[] = [];
  for (let start = 1; start <= STARTS; start++) {
    log(`start ${start}/${STARTS}`);
    const servers = new Map<string, { pid: number; origin: string; stop(): Promise<void> }>();
    for (const [name, main] of variants) {
      const dataDir = await temporaryFolder();
      await cp(filled.dataDir, dataDir, { recursive: true });
      const server = await startPlatform({ main, dataDir });
      await askOneByOne(server.origin, paths);
      servers.set(name, server);
    }
    const { body } = await getWhole(`${servers.get('everything')!.origin}${paths[0]}`);
    servers.set('bare', await startBareFastify(body.length));
    const figures = await compare(
      Object.fromEntries(
        [...servers].map(([name, { pid, origin }]) => [
          name,
          { pid, load: { origin, paths: file, connections: CONNECTIONS } },
        ]),
      ),
      ROUNDS,
      log,
    );
    for (const [name, each] of Object.entries(figures)) {
      measured.set(name, [...(measured.get(name) ?? []), each.cpuMicroseconds]);
      others.push(each.others);
    }
    for (const server of servers.values()) await server.stop();
  }

  const cost = (name: string) => median(measured.get(name)!);
  const line = (what: string, microseconds: number) => [what, microseconds.toFixed(1)];
  return {
    how:
      'Processor time of the server for one request, of 1,000 mini-apps at random. A step costs what the server saves when ' +
      'that step alone is taken out of its source and it is built again; the steps share work, so they do not add up to the ' +
      `whole. Every build is started ${STARTS} times. ${roundsNote(ROUNDS)} Differences of less than 2 µs are within the noise.`,
    rows: [],
    others: median(others),
    tables: [
      {
        title: 'The whole',
        head: ['', 'µs'],
        rows: [
          line('resolve', cost('everything')),
          line('resolve without all steps below', cost('none of these')),
          line('bare Fastify: Node, routing, send', cost('bare')),
        ],
      },
      {
        title: 'Each step',
        head: ['step', 'µs'],
        rows: RESOLVE_STEPS.map(({ step }) => line(step, cost('everything') - cost(step))),
      },
    ],
  };
}
