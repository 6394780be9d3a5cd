import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { endsWithUs } from './leaveNothing.ts';

/** Runs a Node program to completion; resolves to the CPU time of it and its descendants. */
export async function cpuSeconds(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  // The shell's `times` includes every child that was waited for, however short-lived.
  const script = `TIMEFORMAT='%U %S'; time "$0" "$@"`;
  const child = endsWithUs(
    spawn('bash', ['-c', script, process.execPath, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`node ${args.join(' ')} failed:\n${errors.slice(-2000)}`);
  const [user, system] = errors.trim().split('\n').at(-1)!.split(' ').map(Number);
  return user! + system!;
}
