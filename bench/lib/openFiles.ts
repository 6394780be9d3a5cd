import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** What a process needs besides the sockets of devices. */
export const OTHER_FILES = 500;

/** The command that lets a program open so many files; only root may have more than the system lets everybody. */
export function withOpenFiles(
  files: number | undefined,
  command: string,
  args: readonly string[],
): [string, readonly string[]] {
  if (files === undefined) return [command, args];
  return ['prlimit', [`--nofile=${files}:${files}`, command, ...args]];
}

/** As many open files as a process can have, up to a number. */
export async function possibleOpenFiles(wanted: number): Promise<number> {
  const [command, args] = withOpenFiles(wanted, 'true', []);
  const isPossible = await promisify(execFile)(command, [...args]).then(
    () => true,
    () => false,
  );
  if (isPossible) return wanted;
  const limits = await readFile('/proc/self/limits', 'utf8');
  return Math.min(wanted, Number(/^Max open files\s+\d+\s+(\d+)/m.exec(limits)![1]));
}
