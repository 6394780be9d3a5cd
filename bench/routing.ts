import { createDeepLinkRouter } from '@host/push/core';
import findMyWay from 'find-my-way';

import { Patience } from './lib/Patience.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { median } from './lib/statistics.ts';

const PATTERNS = 1000;
const LINKS = 10_000;
const ROUNDS = 9;
const KINDS = ['order', 'promo', 'miniapp', 'store', 'person'];

/** Matching deep links to routes, against Fastify's router. */
export async function routing(log: Log): Promise<Section> {
  const patterns = Array.from({ length: PATTERNS }, (_, index) => {
    const kind = KINDS[index % KINDS.length];
    return index % 2 === 0 ? `${kind}-${index}/:id` : `${kind}-${index}/:id/items/:item`;
  });
  const links = Array.from({ length: LINKS }, (_, index) =>
    patterns[(index * 7919) % PATTERNS]!.replace(':id', String(index)).replace(':item', 'a-b'),
  );
  const found = { ours: 0, peer: 0 };

  const ours = createDeepLinkRouter({ schemes: ['acme'] });
  const peer = findMyWay();
  for (const pattern of patterns) {
    ours.register(pattern, () => void found.ours++);
    peer.on('GET', `/${pattern}`, () => void found.peer++);
  }
  const contenders = {
    ours: links.map((link) => `acme://${link}`),
    peer: links.map((link) => `/${link}`),
  };
  const run = {
    ours: () => contenders.ours.forEach((link) => ours.navigate(link)),
    peer: () =>
      contenders.peer.forEach((url) => peer.lookup({ method: 'GET', url } as never, null as never)),
  };

  // Warms up both, so that the JIT has compiled them.
  for (let round = 0; round < 5; round++) {
    run.ours();
    run.peer();
  }
  await new Patience().waitForQuiet(0.1);
  const rates = { ours: [] as number[], peer: [] as number[] };
  for (let round = 1; round <= ROUNDS; round++) {
    // Alternating, so that other activity on the machine affects both.
    for (const name of ['ours', 'peer'] as const) rates[name].push(rateOf(run[name]));
    log(`round ${round}/${ROUNDS}`);
  }
  if (found.ours !== found.peer) throw new Error('The routers do not find the same.');

  const [mine, theirs] = [median(rates.ours), median(rates.peer)];
  return {
    how:
      `${PATTERNS} patterns with one or two parameters, ${LINKS} links to them in turn, in one process. Ours takes a whole ` +
      'deep link apart and runs its handler; the peer is find-my-way 9.10.0, which is given the path alone. The median of ' +
      `${ROUNDS} rounds, in turns.`,
    rows: [
      {
        what: 'links led to their route in a second',
        measured: Math.round(mine).toLocaleString('en'),
        peer: `${Math.round(theirs).toLocaleString('en')} (find-my-way)`,
        ratio: mine / theirs,
        goal: { atLeast: 1 },
      },
    ],
  };
}

function rateOf(work: () => void): number {
  const start = performance.now();
  work();
  return LINKS / ((performance.now() - start) / 1000);
}
