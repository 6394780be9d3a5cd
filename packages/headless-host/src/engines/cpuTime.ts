import { readFileSync } from 'node:fs';

/** In what the kernel counts for programs, on every machine. */
const TICKS_A_SECOND = 100;
/** Counted from the state, which stands behind the name. */
const IN_USER_MODE = 11;
const IN_KERNEL_MODE = 12;

/** The time of the processor that a process has used, where the system tells: on Linux. */
export function cpuMsOfProcess(pid: number | undefined): number | undefined {
  return cpuMsIn(`/proc/${pid}/stat`);
}

/** The same of a thread of this process, by its number in the system. */
export function cpuMsOfThread(id: number): number | undefined {
  return cpuMsIn(`/proc/self/task/${id}/stat`);
}

function cpuMsIn(file: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  // The name is in parentheses, and may have anything in it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[IN_USER_MODE]) + Number(fields[IN_KERNEL_MODE]);
  return (ticks * 1000) / TICKS_A_SECOND;
}
