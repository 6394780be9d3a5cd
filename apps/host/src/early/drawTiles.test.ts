import { describe, expect, it } from 'vitest';

import { tilesIn } from './drawTiles.ts';

const TICKETS = { appId: 'com.acme.tickets', name: 'Tickets' };

describe('the tiles of a list that may be anything', () => {
  it('are those with an id and a name, and no more than fit', () => {
    const kept = [null, 7, { appId: 7 }, { appId: 'com.acme.shop' }, { ...TICKETS, more: 'x' }];
    expect(tilesIn(kept)).toEqual([TICKETS]);
    expect(tilesIn(Array.from({ length: 30 }, () => TICKETS))).toHaveLength(12);
    for (const none of [undefined, 'tiles', { length: 3 }]) expect(tilesIn(none)).toEqual([]);
  });

  it('have no id that an address cannot have', () => {
    expect(
      tilesIn([
        { ...TICKETS, appId: 'com.acme.\uD800' },
        { ...TICKETS, appId: '' },
      ]),
    ).toEqual([]);
  });
});
