import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Condition, DeviceCount } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { countPage, countTopics, idsOfDevices } from './audienceRows.ts';
import { candidateTopics } from './candidateTopics.ts';
import { MAX_COUNTED } from './searchRows.ts';

/** A page blocks the embedded database for a few milliseconds. */
const PAGE_SIZE = 1000;
/** Devices that are checked before the rest is estimated: some seconds of work. */
const MAX_LOOKED = 2_000_000;

interface Bounds {
  pageSize?: number;
  maxCounted?: number;
  maxLooked?: number;
}

/**
 * Counts the devices that meet a condition, page by page, so that other work runs in between. Beyond the bounds it
 * extrapolates, assuming the same density among the rest.
 */
export async function countMatching(
  db: Queries,
  condition: Condition,
  { pageSize = PAGE_SIZE, maxCounted = MAX_COUNTED, maxLooked = MAX_LOOKED }: Bounds = {},
): Promise<DeviceCount> {
  const among = candidateTopics(condition, await countTopics(db, condition, maxCounted));
  let devices = 0;
  let looked = 0;
  let after = 0;
  while (devices <= maxCounted && looked < maxLooked) {
    const page = await countPage(db, condition, { among, after, size: pageSize });
    devices += page.matching;
    looked += page.looked;
    if (page.upTo === undefined) return { devices, isExact: true };
    after = page.upTo;
    await nextTurn();
  }
  const { first, last } = await idsOfDevices(db);
  const factor = Math.max(1, (last - first + 1) / (after - first + 1));
  return { devices: Math.round(devices * factor), isExact: false };
}
