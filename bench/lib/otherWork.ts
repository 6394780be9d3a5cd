import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

import { cpuMs } from './processFigures.ts';

const TICK_MS = 10;
const POLL_MS = 250;

/** Measures how much of all cores goes to anything but this and some other processes until it is stopped: from 0 to 1. */
export async function watchOthers(pids: readonly number[]): Promise<{ stop(): Promise<number> }> {
  const ours = new Map<number, { first: number; last: number }>();
  const look = async (pid: number) => {
    const now = await cpuMs(pid).catch(() => undefined);
    // One that has ended has no figures any more: the last ones stand.
    if (now !== undefined) ours.set(pid, { first: ours.get(pid)?.first ?? now, last: now });
  };
  const lookAtAll = () => Promise.all(pids.map(look));
  const [start, before, self] = [performance.now(), await busyMs(), process.cpuUsage()];
  await lookAtAll();
  const polling = setInterval(() => void lookAtAll(), POLL_MS);
  return {
    async stop() {
      clearInterval(polling);
      await lookAtAll();
      const all = (await busyMs()) - before;
      const { user, system } = process.cpuUsage(self);
      const used = [...ours.values()].reduce(
        (sum, { first, last }) => sum + last - first,
        (user + system) / 1000,
      );
      const available = (performance.now() - start) * availableParallelism();
      return Math.max(0, all - used) / available;
    },
  };
}

/** Processor time that all cores have spent so far, and that other guests of the host took from us. */
async function busyMs(): Promise<number> {
  const [line] = (await readFile('/proc/stat', 'utf8')).split('\n', 1);
  const [user, nice, system, , , interrupts, soft, steal] = line!.split(/\s+/).slice(1).map(Number);
  return (user! + nice! + system! + interrupts! + soft! + steal!) * TICK_MS;
}
