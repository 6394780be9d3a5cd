import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Pasted commands that keep running, a server for example. */
export interface Started {
  child: ChildProcessByStdio<null, Readable, Readable>;
  /** Its output so far. */
  said: () => string;
  /** Resolves when it and all its descendants have ended. */
  ended: Promise<unknown>;
}

/** A shell into which the commands of a page are pasted block by block; the effect of `cd` persists. */
export class Terminal {
  cwd: string;
  readonly env: NodeJS.ProcessEnv;

  constructor(cwd: string, env: NodeJS.ProcessEnv) {
    this.cwd = cwd;
    // Drops the environment of vitest and the package manager, but keeps this machine's certificates.
    const { PATH, NODE_EXTRA_CA_CERTS } = process.env;
    // Escape codes for colours would be in the middle of expected texts.
    const own = { PATH, HOME: homedir(), CI: '1', NO_COLOR: '1' };
    this.env = { ...own, ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }), ...env };
  }

  /** Pastes a block whose last command keeps running, in its own process group. */
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
    // Not `exit`: descendants may outlive it and still write into a folder that is deleted then.
    return { child, said: () => text, ended: once(child, 'close') };
  }

  /** Pastes a block and waits for its end; resolves to its output, or rejects with it. */
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

/** Waits for a text in the output of running commands; rejects if they end first. */
export function untilSaid({ child, said }: Started, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => void (said().includes(text) && resolve());
    child.stdout.on('data', look);
    child.on('close', (code) => reject(new Error(`It ended with ${code}:\n${said()}`)));
    look();
  });
}

/** Stops running commands and all their descendants. */
export async function stop({ child, ended }: Started): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGTERM');
  await ended;
}
