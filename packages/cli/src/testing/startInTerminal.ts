import { spawn } from 'node:child_process';

import { buildOnce } from './buildOnce.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** Starts the command in a pseudo-terminal, made by the system's `script`; `env` adds to a minimal environment. */
export async function startInTerminal(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
) {
  const main = await buildOnce();
  // Without a size, every letter would be on its own line.
  const command = ['stty cols 100 rows 40;', process.execPath, main, ...args].join(' ');
  const home = await temporaryFolder('config');
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: home, TERM: 'xterm', ...env },
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { text: () => text, press: (keys: string) => child.stdin.write(keys), ended };
}
