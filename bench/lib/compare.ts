import { pinningNote } from './cores.ts';
import { DISTURBED_NOTE, leastDisturbed } from './leastDisturbed.ts';
import { watchOthers } from './otherWork.ts';
import { Patience } from './Patience.ts';
import { cpuMs } from './processFigures.ts';
import { type Load, type LoadResult, runWrk } from './runWrk.ts';
import type { Log } from './Section.types.ts';
import { median } from './statistics.ts';

const WARM_UP_SECONDS = 3;
const ROUND_SECONDS = 5;

/** A server that is put under load. */
export interface Contender {
  pid: number;
  load: Omit<Load, 'seconds'>;
}

/** Describes the rounds of a comparison, for the report. */
export function roundsNote(rounds: number, cores = pinningNote()): string {
  return `Medians of ${rounds} rounds of ${ROUND_SECONDS} s after a warm-up, all in turns; ${cores}. ${DISTURBED_NOTE}`;
}

/** The medians of a contender's rounds. */
export interface Figures {
  requestsPerSecond: number;
  bytesPerSecond: number;
  p50: number;
  p99: number;
  /** The server's CPU time per request in microseconds, the figure that other processes distort least. */
  cpuMicroseconds: number;
  /** The lowest and highest requests per second of a round. */
  spread: [number, number];
  /** The figures of each round, in order. */
  rounds: { requestsPerSecond: readonly number[]; cpuMicroseconds: readonly number[] };
  /** The share of the cores that other processes used. */
  others: number;
}

type Round = LoadResult & { cpuMicroseconds: number; others: number };

/**
 * Loads the contenders in alternating rounds, so that other activity on the machine affects all of them alike. Servers stay
 * up all the time; each gets a warm-up first. On a shared machine it waits for quiet moments, within limits.
 */
export async function compare<Name extends string>(
  contenders: Record<Name, Contender>,
  rounds: number,
  log: Log,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(contenders) as Name[];
  const patience = new Patience();
  const results = new Map<Name, Round[]>(names.map((name) => [name, []]));
  for (const name of names) {
    await runWrk({ ...contenders[name].load, seconds: WARM_UP_SECONDS }).result;
  }
  for (let round = 1; round <= rounds; round++) {
    for (const name of names) {
      const result = await leastDisturbed(patience, () => measure(contenders[name]));
      results.get(name)!.push(result);
      log(
        `round ${round}/${rounds}  ${name.padEnd(24)} ${Math.round(result.requestsPerSecond)}/s  ` +
          `p99 ${result.latency.p99.toFixed(2)} ms  ${result.cpuMicroseconds.toFixed(1)} µs CPU each  ` +
          `others ${Math.round(result.others * 100)} %`,
      );
    }
  }
  const summaries = names.map((name) => [name, summarise(results.get(name)!)] as const);
  return Object.fromEntries(summaries) as Record<Name, Figures>;
}

async function measure({ pid, load }: Contender): Promise<Round> {
  const before = await cpuMs(pid);
  const running = runWrk({ ...load, seconds: ROUND_SECONDS });
  const watch = await watchOthers([pid, running.pid]);
  const result = await running.result;
  const others = await watch.stop();
  const used = (await cpuMs(pid)) - before;
  return { ...result, cpuMicroseconds: (used * 1000) / result.requests, others };
}

function summarise(rounds: readonly Round[]): Figures {
  const of = (figure: (round: Round) => number) => median(rounds.map(figure));
  const rates = rounds.map((round) => round.requestsPerSecond);
  return {
    requestsPerSecond: of((round) => round.requestsPerSecond),
    bytesPerSecond: of((round) => round.bytesPerSecond),
    p50: of((round) => round.latency.p50),
    p99: of((round) => round.latency.p99),
    cpuMicroseconds: of((round) => round.cpuMicroseconds),
    spread: [Math.min(...rates), Math.max(...rates)],
    rounds: {
      requestsPerSecond: rates,
      cpuMicroseconds: rounds.map(({ cpuMicroseconds }) => cpuMicroseconds),
    },
    others: of((round) => round.others),
  };
}
