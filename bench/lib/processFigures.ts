import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The kernel's unit in /proc/<pid>/stat: a hundredth of a second on every Linux that Node runs on. */
const TICK_MS = 10;
const KB = 1024;

/** Processor time that a process and its direct children have used so far, in milliseconds. */
export async function cpuMs(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
  const pids = [pid, ...children.split(' ').filter(Boolean).map(Number)];
  const times = await Promise.all(pids.map(ownCpuMs));
  return times.reduce((sum, time) => sum + time, 0);
}

async function ownCpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold spaces; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
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
