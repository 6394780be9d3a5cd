import { watchOthers } from './otherWork.ts';
import type { Patience } from './Patience.ts';

/** A round in which others used more than this share of the cores is run again. */
const MAX_OTHERS = 0.1;
const MAX_ATTEMPTS = 5;

/** What is done about others on the machine, for the report. */
export const DISTURBED_NOTE =
  `A round in which others used more than ${MAX_OTHERS * 100} % of the cores was run again, within limits, and the least ` +
  'disturbed one counts.';

/** Runs a round again while others on the machine disturb it, within limits; gives the least disturbed one. */
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

/** Runs something and says which share of the cores went to anything but it and some other processes. */
export async function watched<Result extends object>(
  pids: readonly number[],
  run: () => Promise<Result>,
): Promise<Result & { others: number }> {
  const watch = await watchOthers(pids);
  const result = await run();
  return { ...result, others: await watch.stop() };
}
