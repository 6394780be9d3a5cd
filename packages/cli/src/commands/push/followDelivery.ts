import { setTimeout as pause } from 'node:timers/promises';

import type { ApiClient } from '@host/api-client';
import type { PushMessageRecord, PushState } from '@host/contracts';

import type { Progress } from '../../terminal/Progress.ts';

const POLL_MS = 300;
/** A topic has an unknown number of devices: after this long without progress, all online devices have it. */
const QUIET_MS = 2000;
const ENDS: ReadonlySet<PushState> = new Set([
  'delivered',
  'opened',
  'expired',
  'dropped',
  'cancelled',
]);

/** Polls the status of a message until nothing more is expected, or the time is up. */
export async function followDelivery(
  read: () => ReturnType<ApiClient['readPushMessage']>,
  waitMs: number,
  progress: Progress,
): Promise<PushMessageRecord> {
  const end = Date.now() + waitMs;
  let changedAt = Date.now();
  let last = '';
  for (;;) {
    const record = await read();
    const counts = JSON.stringify(record.counts);
    if (counts !== last) changedAt = Date.now();
    last = counts;
    progress.update(describe(record));
    const isQuiet = record.counts.delivered > 0 && Date.now() - changedAt >= QUIET_MS;
    const isOver = record.deliveries?.every(({ state }) => ENDS.has(state)) ?? isQuiet;
    if (isOver || Date.now() >= end) return record;
    await pause(Math.min(POLL_MS, Math.max(0, end - Date.now())));
  }
}

/** The number of devices in each state: `2 sent, 1 delivered`. */
export function describe({ state, counts }: PushMessageRecord): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.length === 0 ? state : parts.map(([name, count]) => `${count} ${name}`).join(', ');
}
