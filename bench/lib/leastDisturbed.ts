import { watchOthers } from './otherWork.ts';
import type { Patience } from './Patience.ts';

/** A round in which other processes used more than this share of the cores is repeated. */
const MAX_OTHERS = 0.1;
const MAX_ATTEMPTS = 5;

/** Describes how other activity on the machine is handled, for the report. */
export const DISTURBED_NOTE =
  `A round in which others used more than ${MAX_OTHERS * 100} % of the cores was run again, within limits, and the least ` +
  'disturbed one counts.';

/** Repeats a round while other processes disturb it, within limits; returns the least disturbed one. */
export async function leastDisturbed<Round extends { others: number }>(
  patience: Patience,
  run: () => Promise<Round>,
): Promise<Round> {
  let best: Round | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    await patience.waitForQuiet(MAX_OTHERS);
    const round = await run();
    if (!best || round.others < best.others) best = round;
    if (best.others <= MAX_OTHERS || patience.isSpent) break;
  }
  return best!;
}

/** Runs a function and measures the share of the cores that went to other processes than the given ones. */
export async function watched<Result extends object>(
  pids: readonly number[],
  run: () => Promise<Result>,
): Promise<Result & { others: number }> {
  const watch = await watchOthers(pids);
  const result = await run();
  return { ...result, others: await watch.stop() };
}
