import { readFile } from 'node:fs/promises';

import type { WriteEvent } from './FleetEvent.types.ts';

const LOOK_EVERY_MS = 100;
/** Shorter stalls are normal. */
const STALLED_MS = 20;
const NS_PER_MS = 1e6;

/**
 * Records how long runnable processes waited for the CPU: this process, with all senders and devices in it, or the node that
 * waited longest. Returns a function that stops it.
 */
export function noteStalls(write: WriteEvent, pidsOfNodes: () => readonly number[]): () => void {
  let waited = new Map<number, number>();
  let isOver = false;
  const look = async () => {
    const now = new Map<number, number>();
    for (const pid of [process.pid, ...pidsOfNodes()]) {
      const ms = await waitedFor(pid);
      if (ms !== undefined) now.set(pid, ms);
    }
    const stalls = [...now].map(([pid, ms]) => ms - (waited.get(pid) ?? ms));
    waited = now;
    const ms = Math.round(Math.max(0, ...stalls));
    if (ms >= STALLED_MS && !isOver) write({ type: 'stalled', ms });
    if (!isOver) setTimeout(() => void look(), LOOK_EVERY_MS);
  };
  void look();
  return () => void (isOver = true);
}

/** How long a process was runnable without running, in milliseconds; undefined if it has ended. */
async function waitedFor(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'latin1').catch(() => undefined);
  return text === undefined ? undefined : Number(text.split(' ')[1]) / NS_PER_MS;
}
