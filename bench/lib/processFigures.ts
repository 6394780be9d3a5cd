import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';

const KB = 1024;
const TICK_MS = 10;

/** The CPU time of a process and its direct children, ended ones included, in milliseconds. */
export async function cpuMs(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
  const pids = [pid, ...children.split(' ').filter(Boolean).map(Number)];
  const times = await Promise.all(pids.map(ownCpuMs));
  return times.reduce((sum, time) => sum + time, await endedCpuMs(pid));
}

/** The CPU time of ended children: PostgreSQL has a process per connection. */
async function endedCpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The field before, the name of the program in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = fields.slice(13, 15).map(Number);
  return (user! + system!) * TICK_MS;
}

async function ownCpuMs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  // The first number is CPU time in nanoseconds; /proc/<pid>/stat has only hundredths of a second.
  const times = await Promise.all(
    threads.map(async (thread) => {
      const schedule = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8');
      return Number(schedule.split(' ')[0]);
    }),
  );
  return times.reduce((sum, time) => sum + time, 0) / 1e6;
}

/** The resident memory of a process in bytes: current, and peak since {@link forgetPeak}. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * KB;
  return { now: field('VmRSS'), peak: field('VmHWM') };
}

/** Resets the kernel's peak to the current resident memory. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
