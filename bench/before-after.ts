import { join } from 'node:path';

import { CONNECTIONS as SENDERS, DEVICES, sendingTo, writeTokens } from './durable-sends.ts';
import {
  CONNECTIONS,
  type Figures,
  IN_FLIGHT,
  PACE,
  WARM_UP_SECONDS,
  measureAll,
} from './fanout.ts';
import { startOurs } from './fan-out/contenders.ts';
import { startClient } from './fan-out/startClient.ts';
import { eachKb, measureIdle } from './idle-sockets.ts';
import { compare } from './lib/compare.ts';
import { compileC } from './lib/compileC.ts';
import { DISTURBED_NOTE, leastDisturbed } from './lib/leastDisturbed.ts';
import { OTHER_FILES, possibleOpenFiles } from './lib/openFiles.ts';
import { Patience } from './lib/Patience.ts';
import type { Log, Row, Section } from './lib/Section.types.ts';
import { seedGateway } from './lib/seedGateway.ts';
import { buildPlatform, startPlatform } from './lib/startPlatform.ts';
import { median, medianRatio } from './lib/statistics.ts';
import { TOPICS, connectDevice, sendAll, timeOf } from './resume.ts';

const ROUNDS = 11;
const NAMES = ['before', 'after'] as const;
/** The largest accepted regression of a ratio. */
const TOLERANCE = 0.05;
const NO_SLOWER = { atLeast: 1 - TOLERANCE };

type Both<T> = Record<(typeof NAMES)[number], T>;

/**
 * Measures what a change costs: the server of another checkout against this one, in alternating rounds. `BENCH_BEFORE` is
 * the folder of the other checkout, with its dependencies installed.
 */
export async function beforeAfter(log: Log): Promise<Section> {
  const folder = process.env['BENCH_BEFORE'];
  if (folder === undefined) {
    throw new Error('BENCH_BEFORE has to name the folder of another checkout of this repository.');
  }
  const mains = {
    before: await buildPlatform(join(folder, 'server')),
    after: await buildPlatform(),
  };
  return {
    how:
      'The server of an earlier commit against this one, both as they are deployed and in turns, each with the loads of the ' +
      `sections below: fan-out to ${CONNECTIONS.toLocaleString('en')} devices that acknowledge as \`@host/push\` does, durable sends, resume, idle connections. ` +
      `Medians of ${ROUNDS} rounds; a ratio is the median of the rounds’ own, above 1 where it got better. ${DISTURBED_NOTE}`,
    rows: [
      ...(await fanOutRows(mains, log)),
      ...(await sendRows(mains, log)),
      await resumeRow(mains, log),
      await idleRow(mains, log),
    ],
  };
}

async function fanOutRows(mains: Both<string>, log: Log): Promise<Row[]> {
  const program = await compileC('fan-out/client.c');
  const start = async (main: string) => {
    const contender = await startOurs(main, CONNECTIONS, PACE);
    return { contender, client: await startClient(program, contender) };
  };
  const both = { before: await start(mains.before), after: await start(mains.after) };
  const figures: Both<Figures[][]> = { before: [], after: [] };
  const patience = new Patience();
  for (const { client } of Object.values(both)) {
    for (const inFlight of IN_FLIGHT) await client.round(inFlight, WARM_UP_SECONDS);
  }
  for (let round = 1; round <= ROUNDS; round++) {
    for (const name of inTurn(round)) {
      const { contender, client } = both[name];
      const { rounds } = await leastDisturbed(patience, () => measureAll(contender, client));
      figures[name].push(rounds);
      const rates = rounds.map(
        ({ perSecond, others }) =>
          `${Math.round(perSecond)}/s (others ${Math.round(others * 100)} %)`,
      );
      log(`round ${round}/${ROUNDS}  fan-out ${name.padEnd(6)} ${rates.join(', ')}`);
    }
  }
  for (const { client, contender } of Object.values(both)) {
    await client.stop();
    await contender.server.stop();
  }
  return IN_FLIGHT.flatMap((inFlight, index) => {
    const of = (name: keyof Both<unknown>, figure: 'perSecond' | 'cpuMicroseconds') =>
      figures[name].map((rounds) => rounds[index]![figure]);
    return [
      better(
        `deliveries/s, ${inFlight} in flight`,
        of('after', 'perSecond'),
        of('before', 'perSecond'),
        thousands,
      ),
      worse(
        `CPU for a delivery, ${inFlight} in flight`,
        of('after', 'cpuMicroseconds'),
        of('before', 'cpuMicroseconds'),
        microseconds,
      ),
    ];
  });
}

async function sendRows(mains: Both<string>, log: Log): Promise<Row[]> {
  const start = async (main: string) => {
    const { dataDir, keys } = await seedGateway(main, { devices: DEVICES, topics: {} });
    const server = await startPlatform({ main, dataDir, cores: 'all' });
    return { server, contender: sendingTo(server, await writeTokens(keys), SENDERS) };
  };
  const both = { before: await start(mains.before), after: await start(mains.after) };
  const contenders = { before: both.before.contender, after: both.after.contender };
  const { before, after } = await compare(contenders, ROUNDS, log);
  for (const { server } of Object.values(both)) await server.stop();
  return [
    better(
      'durable sends/s',
      after.rounds.requestsPerSecond,
      before.rounds.requestsPerSecond,
      thousands,
    ),
    worse(
      'CPU for a durable send',
      after.rounds.cpuMicroseconds,
      before.rounds.cpuMicroseconds,
      microseconds,
    ),
  ];
}

async function resumeRow(mains: Both<string>, log: Log): Promise<Row> {
  const start = async (main: string) => {
    const topics = Object.fromEntries(TOPICS.map((topic) => [topic, 1]));
    const { dataDir, keys } = await seedGateway(main, { devices: 1, topics });
    const server = await startPlatform({ main, dataDir });
    await sendAll(server.origin);
    return { server, key: keys[0]! };
  };
  const both = { before: await start(mains.before), after: await start(mains.after) };
  const times: Both<number[]> = { before: [], after: [] };
  await new Patience().waitForQuiet(0.1);
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of inTurn(round)) {
      const { server, key } = both[name];
      const ms = await timeOf(() => connectDevice(server.origin, key));
      if (round > 0) times[name].push(ms);
      log(`round ${round}/${ROUNDS}  resume ${name.padEnd(6)} ${ms.toFixed(0)} ms`);
    }
  }
  for (const { server } of Object.values(both)) await server.stop();
  return worse('resume', times.after, times.before, (ms) => `${ms.toFixed(0)} ms`);
}

async function idleRow(mains: Both<string>, log: Log): Promise<Row> {
  const program = await compileC('fan-out/client.c');
  const openFiles = await possibleOpenFiles(CONNECTIONS + OTHER_FILES);
  const measure = async (name: keyof Both<unknown>) => {
    const how = { main: mains[name], program, connections: CONNECTIONS, openFiles };
    return [eachKb(await measureIdle(how, (line) => log(`${name}: ${line}`)))];
  };
  const before = await measure('before');
  const after = await measure('after');
  return worse('memory per idle connection', after, before, (kb) => `${kb.toFixed(1)} KB`);
}

/** Alternates who goes first, since background work of one contender slows down the next. */
function inTurn(round: number): readonly (typeof NAMES)[number][] {
  return round % 2 === 0 ? NAMES : NAMES.toReversed();
}

/** A row for a figure where higher is better. */
function better(
  what: string,
  after: readonly number[],
  before: readonly number[],
  text: (value: number) => string,
): Row {
  const ratio = medianRatio(after, before);
  return {
    what,
    measured: text(median(after)),
    peer: text(median(before)),
    ratio,
    goal: NO_SLOWER,
  };
}

/** A row for a figure where lower is better. */
function worse(
  what: string,
  after: readonly number[],
  before: readonly number[],
  text: (value: number) => string,
): Row {
  return { ...better(what, after, before, text), ratio: medianRatio(before, after) };
}

function thousands(value: number): string {
  return `${(value / 1000).toFixed(1)}k/s`;
}

function microseconds(value: number): string {
  return `${value.toFixed(2)} µs`;
}
