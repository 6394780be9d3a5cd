import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Commands that were pasted and run on: a server, for example. */
export interface Started {
  child: ChildProcessByStdio<null, Readable, Readable>;
  /** All that it has written so far. */
  said: () => string;
  /** Once it and all that it started have ended. */
  ended: Promise<unknown>;
}

/** A shell into which somebody pastes the commands of a page, one block after the other: what `cd` did holds for the next. */
export class Terminal {
  cwd: string;
  readonly env: NodeJS.ProcessEnv;

  constructor(cwd: string, env: NodeJS.ProcessEnv) {
    this.cwd = cwd;
    // What vitest and its package manager tell their own children is not for these; whom this machine trusts is.
    const { PATH, NODE_EXTRA_CA_CERTS } = process.env;
    // Colours would stand between the words that are looked for.
    const own = { PATH, HOME: homedir(), CI: '1', NO_COLOR: '1' };
    this.env = { ...own, ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }), ...env };
  }

  /** Pastes a block whose last command goes on, in a process group of its own. */
  start(block: string): Started {
    const child = spawn('sh', ['-e', '-c', block], {
      cwd: this.cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: this.env,
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (more: string) => (text += more));
    }
    // Not its `exit`: what it started may go on after it, and still write into a folder that is removed then.
    return { child, said: () => text, ended: once(child, 'close') };
  }

  /** Pastes a block and waits for its end; resolves to what it wrote, or rejects with that. */
  async run(block: string): Promise<string> {
    const note = join(this.cwd, '.where-it-ended');
    const { child, said } = this.start(`${block}\npwd > '${note}'`);
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`In ${this.cwd}\n${block}ended with ${code}:\n${said()}`);
    this.cwd = (await readFile(note, 'utf8')).trim();
    await rm(note);
    return said();
  }
}

/** Waits until commands that go on have said something; rejects when they end instead. */
export function untilSaid({ child, said }: Started, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => void (said().includes(text) && resolve());
    child.stdout.on('data', look);
    child.on('close', (code) => reject(new Error(`It ended with ${code}:\n${said()}`)));
    look();
  });
}

/** Ends commands that go on, and all that they started. */
export async function stop({ child, ended }: Started): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGTERM');
  await ended;
}
