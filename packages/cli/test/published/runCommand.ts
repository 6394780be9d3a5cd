import { spawn } from 'node:child_process';

/** Runs a command to its end and resolves to what it printed, or rejects with all of it. */
export async function runCommand(
  [command, ...args]: [string, ...string[]],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env;
  const child = spawn(command, args, {
    cwd,
    // What pnpm and vitest tell their own children is not for these; whom this machine trusts is.
    env: { PATH, HOME, ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }), CI: '1', ...env },
  });
  let stdout = '';
  let all = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    all += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (all += text));
  child.stdin.end();
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} in ${cwd} ended with ${code}:\n${all}`);
}
