import { describe, expect, it } from 'vitest';

import { testEngines } from '../../testing/testEngines.ts';
import { isMyTurn } from './clockRows.ts';

describe.each(testEngines())('a turn at what one node does for all ($name)', (engine) => {
  it('is had by one of them in a time', async () => {
    const place = await engine.createPlace();
    const db = await place.open();
    const nodes = db.isShared ? [db, await place.open()] : [db];
    const turnsAt = (name: 'swept-at' | 'uploads-swept-at', everyMs: number) =>
      Promise.all(nodes.map((node) => isMyTurn(node, name, everyMs)));
    const taken = async (...given: Parameters<typeof turnsAt>) =>
      (await turnsAt(...given)).filter(Boolean).length;
    expect(await taken('swept-at', 60_000)).toBe(1);
    expect(await taken('swept-at', 60_000)).toBe(db.isShared ? 0 : 1);
    expect(await taken('uploads-swept-at', 60_000)).toBe(1);
    for (const node of nodes) await node.close();
    await place.remove();
  });
});
