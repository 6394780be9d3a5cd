import { readFile, readdir } from 'node:fs/promises';

const TICK_MS = 10;

/** The CPU time of a process and all below it, however deep and ended ones included, in milliseconds, to a hundredth of a second. */
export async function treeCpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The field before, the name of the program in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  const own = (user! + system! + endedUser! + endedSystem!) * TICK_MS;
  // Those that end meanwhile count in their parent the next time.
  const below = await Promise.all(
    (await childrenOf(pid)).map((child) => treeCpuMs(child).catch(() => 0)),
  );
  return below.reduce((sum, time) => sum + time, own);
}

/** The children of all threads: Chromium has one that starts its processes. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    threads.map((thread) =>
      readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''),
    ),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
