import { cpuMs } from './processFigures.ts';
import { type Load, type LoadResult, runWrk } from './runWrk.ts';
import { median } from './statistics.ts';

const WARM_UP_SECONDS = 3;
const ROUND_SECONDS = 5;

/** A server under load in a comparison. */
export interface Contender {
  name: string;
  pid: number;
  load: Omit<Load, 'seconds'>;
}

/** The medians of a contender's rounds. */
export interface Figures {
  requestsPerSecond: number;
  bytesPerSecond: number;
  p50: number;
  p99: number;
  /** Processor time of the server for one request, in microseconds: others on the machine disturb it least. */
  cpuMicroseconds: number;
  /** The lowest and highest requests per second of a round. */
  spread: [number, number];
}

type Round = LoadResult & { cpuMicroseconds: number };

/**
 * Loads the contenders in turn, round after round, so that what else happens on the machine meets all of them alike.
 * Servers stay up all the time; each gets a warm-up first.
 */
export async function compare<Name extends string>(
  contenders: Record<Name, Omit<Contender, 'name'>>,
  rounds: number,
  log: (line: string) => void,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(contenders) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Round[]
  >;
  for (const name of names) await runWrk({ ...contenders[name].load, seconds: WARM_UP_SECONDS });
  for (let round = 1; round <= rounds; round++) {
    for (const name of names) {
      const result = await measure(contenders[name]);
      results[name].push(result);
      log(
        `round ${round}/${rounds}  ${name.padEnd(28)} ${Math.round(result.requestsPerSecond)}/s  ` +
          `p99 ${result.latency.p99.toFixed(2)} ms  ${result.cpuMicroseconds.toFixed(1)} µs CPU each`,
      );
    }
  }
  return Object.fromEntries(names.map((name) => [name, summarise(results[name])])) as Record<
    Name,
    Figures
  >;
}

async function measure({ pid, load }: Omit<Contender, 'name'>): Promise<Round> {
  const before = await cpuMs(pid);
  const result = await runWrk({ ...load, seconds: ROUND_SECONDS });
  const used = (await cpuMs(pid)) - before;
  return { ...result, cpuMicroseconds: (used * 1000) / result.requests };
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
  };
}
