import { spawn } from 'node:child_process';
import { once } from 'node:events';

import type { Terminal } from './Terminal.ts';

const LIMIT_MS = 120_000;

/** A question that commands ask, by a part of it, and what somebody types. */
export type Answer = readonly [question: string, typed: string];

/**
 * Pastes a block whose commands ask on a terminal, and answers each question once it is there; resolves to what they said, or
 * rejects with it. `script` of util-linux makes the terminal.
 */
export async function answerOnTerminal(
  { cwd, env }: Terminal,
  block: string,
  answers: readonly Answer[],
): Promise<string> {
  // Without a size every letter would be on a line of its own.
  const sized = `stty cols 120 rows 40\n${block}`;
  const script = ['--quiet', '--return', '--echo', 'never', '--command', sized, '/dev/null'];
  const child = spawn('script', script, {
    cwd,
    // Nobody is asked anything in a CI.
    env: { ...env, CI: undefined, SHELL: '/bin/sh', TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'inherit'],
    // A question that is not known waits for ever; the end of the terminal ends what asks.
    timeout: LIMIT_MS,
  });
  let said = '';
  let read = 0;
  const left = [...answers];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    const [question, typed] = left[0] ?? [];
    if (question === undefined || !said.slice(read).includes(question)) return;
    read = said.length;
    left.shift();
    child.stdin.write(`${typed}\r`);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0 && left.length === 0) return said;
  const missed = left.map(([question]) => `\nIt never asked: ${question}`);
  throw new Error(`In ${cwd}\n${block}\nended with ${code}:\n${said}${missed.join('')}`);
}
