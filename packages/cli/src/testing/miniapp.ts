import { spawn } from 'node:child_process';

import { buildOnce } from './buildOnce.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** What a run of the command left behind. */
export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
  /** What `--json` printed; throws where it is not JSON. */
  json: () => Record<string, unknown>;
}

/** How the command is run. */
export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  input?: string;
  /** Called with everything that it writes, to react while it runs. */
  onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs the built command as a process of its own, without the settings of whoever runs the tests. */
export async function miniapp(
  args: readonly string[],
  { cwd, env = {}, input, onOutput }: CommandOptions = {},
): Promise<CommandResult> {
  const main = await buildOnce();
  const configHome = env['XDG_CONFIG_HOME'] ?? (await temporaryFolder('config'));
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: configHome, XDG_CONFIG_HOME: configHome, ...env },
  });
  let stdout = '';
  let stderr = '';
  const hear = (text: string) => onOutput?.(text, (signal) => void child.kill(signal));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    hear(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    hear(text);
  });
  child.stdin.end(input ?? '');
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, stdout, stderr, json: () => JSON.parse(stdout) as Record<string, unknown> };
}
