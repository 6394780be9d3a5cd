import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { DEFAULT_LIMITS, type Limits } from '../../Limits.ts';
import type { WireEvent } from '../../runtime/wire.types.ts';
import { cpuMsOfProcess } from '../cpuTime.ts';
import type { Ending, Engine } from '../Engine.types.ts';
import type { Program } from '../Program.ts';
import { Watchdog } from '../Watchdog.ts';
import { hermesBinary } from './hermesBinary.ts';
import { hermesScript } from './hermesScript.ts';
import { parseLine } from './parseLine.ts';
import { residentMb } from './residentMb.ts';

/** Endings that can be located. A run that took too long as a whole cannot, and locating it would take as long again. */
const LOCATED: ReadonlySet<Ending['kind']> = new Set(['load-limit', 'blocked', 'memory']);

const MAX_ATTEMPTS = 3;

type Listener = (event: WireEvent) => void;

/** The result of one Hermes process. */
interface HermesRun {
  ending: Ending | undefined;
  /** How long it ran. */
  ms: number;
  /** What it wrote to the standard error. */
  said: string;
}

/** Runs Hermes in a separate process. */
export const hermesEngine: Engine = {
  name: 'hermes',
  async run(program, steps, listener) {
    const binary = hermesBinary('hermes');
    const folder = await mkdtemp(join(tmpdir(), 'hermes-'));
    const script = join(folder, 'run.js');
    try {
      await writeFile(script, hermesScript(program, steps));
      const { ending, ms } = await runScript({ binary, script, program, listener });
      if (!ending || !LOCATED.has(ending.kind)) return ending;
      const stack = await locate({ binary, script, program, timeLimitMs: ms * 1.2 });
      return { ...ending, ...(stack !== undefined && { stack }) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/**
 * Finds out where a mini-app was when it was ended. Hermes cannot be inspected from outside, but it reports its position
 * when its own time limit passes. Since runs are deterministic, a second run with such a limit shows it. With more memory,
 * whatever exhausts it is then still running. On a machine that is less busy now, the second run may still run out of memory
 * before the limit: then the next limit is shortly before that.
 */
async function locate(options: {
  binary: string;
  script: string;
  program: Program;
  timeLimitMs: number;
}): Promise<string | undefined> {
  let { timeLimitMs } = options;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { said, ms } = await runScript({ ...options, timeLimitMs, listener: () => {} });
    const [, stack] = /TimeoutError.*\n((?:\s+at .*\n?)+)/.exec(said) ?? [];
    if (stack !== undefined) return stack;
    timeLimitMs = ms * 0.8;
  }
  return undefined;
}

function runScript(options: {
  binary: string;
  script: string;
  program: Program;
  listener: Listener;
  timeLimitMs?: number;
}): Promise<HermesRun> {
  const { binary, script, program, listener, timeLimitMs } = options;
  const { limits } = program;
  const start = performance.now();
  const bounds =
    timeLimitMs === undefined
      ? [`-gc-max-heap=${limits.memoryMb}M`]
      : [`-gc-max-heap=${limits.memoryMb * 3}M`, `-time-limit=${Math.round(timeLimitMs)}`];
  const args = ['-w', '-Xes6-promise', '-Xmicrotask-queue', ...bounds, script];
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'], env: {} });
  let limit: Ending['kind'] | undefined;
  let isDone = false;
  let said = '';

  const watchdog = new Watchdog({
    // If Hermes is to end the run itself, it must not be ended before.
    limits: timeLimitMs === undefined ? limits : patient(timeLimitMs),
    cpuMs: () => cpuMsOfProcess(child.pid),
    onLimit: end,
    onLook() {
      // Buffers are outside of the heap that Hermes limits.
      if (residentMb(child.pid) > limits.memoryMb * (timeLimitMs === undefined ? 3 : 4))
        end('memory');
    },
  });
  function end(kind: Ending['kind']): void {
    limit = kind;
    child.kill('SIGKILL');
  }
  watchdog.start();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = parseLine(line);
    if (event === undefined) return;
    if (event.event === 'done') {
      isDone = true;
      return;
    }
    watchdog.heard(event);
    listener(event);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });

  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      watchdog.stop();
      const ending = isDone ? undefined : endingOf(limit, said);
      resolve({ ending, said, ms: performance.now() - start });
    });
  });
}

function patient(timeLimitMs: number): Limits {
  const ms = timeLimitMs * 2;
  return { ...DEFAULT_LIMITS, loadMs: ms, blockedMs: ms, runMs: ms };
}

function endingOf(limit: Ending['kind'] | undefined, said: string): Ending {
  if (limit !== undefined) return { kind: limit };
  if (/HermesGC: OOM|Max heap size was exceeded/.test(said)) return { kind: 'memory' };
  return { kind: 'crash', message: said.trim().slice(0, 2000) };
}
