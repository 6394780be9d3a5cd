import type { Attempt } from './rawDevices.ts';

const STEP_MS = 100;
const SECOND_MS = 1000;

/**
 * Finds a time, however short or long, in which more devices were admitted than a rate allows, by what the devices saw
 * themselves: those count that asked and were welcomed within it. What a second allows may come at once after a quiet one.
 */
export function aboveRate(perSecond: number, admitted: readonly Attempt[]): string | undefined {
  const inOrder = admitted.toSorted((a, b) => a.answeredAt - b.answeredAt);
  const began = Math.min(...inOrder.map(({ askedAt }) => askedAt));
  const last = Math.max(...inOrder.map(({ askedAt }) => askedAt));
  for (let from = began; from <= last; from += STEP_MS) {
    let within = 0;
    for (const { askedAt, answeredAt } of inOrder) {
      if (askedAt < from) continue;
      within++;
      const most = perSecond * (1 + (answeredAt - from) / SECOND_MS);
      if (within > most) {
        const until = Math.round(answeredAt - began);
        return `${within} from ${Math.round(from - began)} to ${until} ms, instead of ${Math.floor(most)}`;
      }
    }
  }
  return undefined;
}
