import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

import { treeCpuMs } from './treeCpuMs.ts';

const TICK_MS = 10;
const POLL_MS = 250;

/** Measures the share of CPU time (0 to 1) that goes to processes other than this, the given ones and all below them, until stopped. */
export async function watchOthers(pids: readonly number[]): Promise<{ stop(): Promise<number> }> {
  const ours = new Map<number, { first: number; last: number }>();
  const look = async (pid: number) => {
    const now = await treeCpuMs(pid).catch(() => undefined);
    // A process that has ended has no figures; its last ones count.
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

/** The busy time of all cores so far, including time stolen by other virtual machines. */
async function busyMs(): Promise<number> {
  const [line] = (await readFile('/proc/stat', 'utf8')).split('\n', 1);
  const [user, nice, system, , , interrupts, soft, steal] = line!.split(/\s+/).slice(1).map(Number);
  return (user! + nice! + system! + interrupts! + soft! + steal!) * TICK_MS;
}
