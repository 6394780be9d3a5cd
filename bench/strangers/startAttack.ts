import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { CORES, onCore } from '../lib/cores.ts';
import { endsWithUs } from '../lib/leaveNothing.ts';

const FILE = fileURLToPath(new URL('attacker.ts', import.meta.url));

/** The number of responses by attack and status. */
export type Answers = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Starts attacking a server from another process. */
export async function startAttack(
  origin: string,
  options: { attacks: readonly string[]; connections: number; addresses: number },
): Promise<{ pid: number; stop(): Promise<Answers> }> {
  const [command, args] = onCore(CORES.load, 'nice', [
    '-n19',
    process.execPath,
    '--import',
    import.meta.resolve('tsx'),
    FILE,
  ]);
  const child = endsWithUs(
    spawn(command, args, {
      env: { PATH: process.env['PATH'], ORIGIN: origin, OPTIONS: JSON.stringify(options) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  await once(child, 'message');
  return {
    pid: child.pid!,
    async stop() {
      const answer = once(child, 'message');
      child.send('stop');
      const [answers] = (await answer) as [Answers];
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
      return answers;
    },
  };
}
