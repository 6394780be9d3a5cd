import type { Standing } from '../live/reachedRows.ts';

/** Of a device that was never sent anything. */
export const AT_THE_START: Standing = {
  position: 0,
  unsettledFrom: null,
  counted: { upTo: 0, skipped: [] },
  app: null,
  personId: null,
  ownerSince: 0,
  hasCome: true,
};
