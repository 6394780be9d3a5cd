import { readFileSync } from 'node:fs';

/** The unit in which Linux reports CPU time to programs (USER_HZ). */
const TICKS_A_SECOND = 100;
/** The field's index, counted from the state, which follows the name. */
const IN_USER_MODE = 11;
const IN_KERNEL_MODE = 12;

/** The CPU time of a process; only available on Linux. */
export function cpuMsOfProcess(pid: number | undefined): number | undefined {
  return cpuMsIn(`/proc/${pid}/stat`);
}

/** The same for a thread of this process, by its system thread id. */
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
  // The name is in parentheses, and may contain any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[IN_USER_MODE]) + Number(fields[IN_KERNEL_MODE]);
  return (ticks * 1000) / TICKS_A_SECOND;
}
