import type { DeviceCursor } from '../live/ledger/cursorRows.ts';

/** The cursor of a device that was never sent anything. */
export const AT_THE_START: DeviceCursor = {
  position: 0,
  unsettledFrom: null,
  counted: { upTo: 0, skipped: [] },
  app: null,
  personId: null,
  ownerSince: 0,
  hasCome: true,
};
