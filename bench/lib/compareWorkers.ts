import { DISTURBED_NOTE, leastDisturbed, watched } from './leastDisturbed.ts';
import { Patience } from './Patience.ts';
import type { Log } from './Section.types.ts';
import type { Worker } from './startWorker.ts';
import { median } from './statistics.ts';

const WARM_UP_SECONDS = 2;
const ROUND_SECONDS = 4;

/** The medians of a worker's rounds. */
export interface WorkerFigures {
  /** CPU time per message, the figure that other processes distort least. */
  cpuMicroseconds: number;
  perSecond: number;
  others: number;
  /** The CPU time per message of each round, in order. */
  rounds: readonly number[];
}

type Round = Omit<WorkerFigures, 'rounds'>;

/** Describes the rounds, for the report. */
export function workersNote(rounds: number): string {
  return (
    `Medians of ${rounds} rounds of ${ROUND_SECONDS} s after a warm-up, each contender in a process of its own, all in turns; a ratio is the median of the rounds’ own. ` +
    DISTURBED_NOTE
  );
}

/**
 * Runs the workers in alternating rounds.
 *
 * @param helpers processes that belong to the measurement, such as the server that the workers talk to
 */
export async function compareWorkers<Name extends string>(
  workers: Record<Name, Worker>,
  rounds: number,
  log: Log,
  helpers: readonly number[] = [],
): Promise<Record<Name, WorkerFigures>> {
  const names = Object.keys(workers) as Name[];
  const patience = new Patience();
  const results = new Map<Name, Round[]>(names.map((name) => [name, []]));
  for (const name of names) await workers[name].round(WARM_UP_SECONDS);
  for (let round = 1; round <= rounds; round++) {
    for (const name of names) {
      const result = await leastDisturbed(patience, () => measure(workers[name], helpers));
      results.get(name)!.push(result);
      log(
        `round ${round}/${rounds}  ${name.padEnd(24)} ${Math.round(result.perSecond)}/s  ` +
          `${result.cpuMicroseconds.toFixed(1)} µs CPU each  others ${Math.round(result.others * 100)} %`,
      );
    }
  }
  const summaries = names.map((name) => {
    const each = results.get(name)!;
    const of = (figure: keyof Round) => median(each.map((result) => result[figure]));
    const figures: WorkerFigures = {
      cpuMicroseconds: of('cpuMicroseconds'),
      perSecond: of('perSecond'),
      others: of('others'),
      rounds: each.map(({ cpuMicroseconds }) => cpuMicroseconds),
    };
    return [name, figures] as const;
  });
  return Object.fromEntries(summaries) as Record<Name, WorkerFigures>;
}

async function measure(worker: Worker, helpers: readonly number[]): Promise<Round> {
  const { messages, seconds, cpuMicroseconds, others } = await watched(
    [worker.pid, ...helpers],
    () => worker.round(ROUND_SECONDS),
  );
  return { cpuMicroseconds: cpuMicroseconds / messages, perSecond: messages / seconds, others };
}
