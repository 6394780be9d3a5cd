import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';

const KB = 1024;
const TICK_MS = 10;

/** Processor time that a process and its direct children, those of before too, have used so far, in milliseconds. */
export async function cpuMs(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
  const pids = [pid, ...children.split(' ').filter(Boolean).map(Number)];
  const times = await Promise.all(pids.map(ownCpuMs));
  return times.reduce((sum, time) => sum + time, await endedCpuMs(pid));
}

/** That of children which have ended: PostgreSQL has a process for each connection. */
async function endedCpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // What stands before may hold spaces: the name of the program, in parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = fields.slice(13, 15).map(Number);
  return (user! + system!) * TICK_MS;
}

async function ownCpuMs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  // The first number is nanoseconds on a processor; /proc/<pid>/stat would give hundredths of a second.
  const times = await Promise.all(
    threads.map(async (thread) => {
      const schedule = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8');
      return Number(schedule.split(' ')[0]);
    }),
  );
  return times.reduce((sum, time) => sum + time, 0) / 1e6;
}

/** Bytes of a process in memory now, and at most since {@link forgetPeak}. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * KB;
  return { now: field('VmRSS'), peak: field('VmHWM') };
}

/** Starts the kernel's peak anew from what the process holds now. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
