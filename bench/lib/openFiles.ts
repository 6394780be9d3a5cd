import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** File descriptors that a process needs besides the sockets of devices. */
export const OTHER_FILES = 500;

/** A command prefix that raises the limit of open files; only root may exceed the hard limit. */
export function withOpenFiles(
  files: number | undefined,
  command: string,
  args: readonly string[],
): [string, readonly string[]] {
  if (files === undefined) return [command, args];
  return ['prlimit', [`--nofile=${files}:${files}`, command, ...args]];
}

/** The limit of open files that a process can get, up to a number. */
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
