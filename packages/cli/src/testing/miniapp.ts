import { spawn } from 'node:child_process';

import { buildOnce } from './buildOnce.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** The result of running the command. */
export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
  /** The output of `--json`; throws if it is not JSON. */
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

/** Runs the built command as a separate process, without the personal settings of the developer. */
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
