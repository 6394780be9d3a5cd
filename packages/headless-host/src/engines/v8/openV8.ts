import { Worker } from 'node:worker_threads';

import { ownFile } from '../../ownFile.ts';
import type { WireEvent, WireStep } from '../../runtime/wire.types.ts';
import { cpuMsOfThread } from '../cpuTime.ts';
import type { Ending } from '../Engine.types.ts';
import { BASE_URL, type Program } from '../Program.ts';
import { Watchdog } from '../Watchdog.ts';
import { type Sight, inspectThread } from './inspectThread.ts';

/** An open V8 engine, for one execution after the other. */
export interface V8Session {
  /** Resolves to how the engine was ended, if it was. */
  execute(steps: WireStep[]): Promise<Ending | undefined>;
  close(): Promise<void>;
}

const MEGABYTE = 1024 * 1024;
/** The silence after which the thread is inspected: if it then has to be ended, its last position is known. */
const LOOK_AFTER_MS = 400;

/** Starts a thread with the host; it is ready once it performs the first steps. */
export function openV8(program: Program, listener: (event: WireEvent) => void): V8Session {
  const { limits } = program;
  const worker = startThread(program);
  const memoryBefore = process.memoryUsage.rss();
  const cpuBefore = process.cpuUsage();
  const watchdog = new Watchdog({
    limits,
    cpuMs,
    onLimit: (kind) => void end(kind),
    onLook(silenceMs) {
      // The thread's own limit does not include buffers.
      const grownBy = process.memoryUsage.rss() - memoryBefore;
      if (grownBy > limits.memoryMb * 3 * MEGABYTE) void end('memory');
      else if (silenceMs > LOOK_AFTER_MS && !sight) void look();
    },
  });
  let ending: Ending | undefined;
  let finish: (() => void) | undefined;
  let sight: Sight | undefined;
  let looking: Promise<void> | undefined;
  /** The system's id of the thread, null if it is unavailable. */
  let thread: number | null | undefined;

  function cpuMs(): number | undefined {
    // Until it has reported its id, no CPU time counts.
    if (thread === undefined) return 0;
    if (thread !== null) return cpuMsOfThread(thread);
    const { user, system } = process.cpuUsage(cpuBefore);
    return (user + system) / 1000;
  }

  function look(): Promise<void> {
    looking ??= lookOnce();
    return looking;
  }

  async function lookOnce(): Promise<void> {
    sight = (await inspectThread(worker)) ?? sight;
    looking = undefined;
  }

  async function end(kind: Ending['kind'], message?: string): Promise<void> {
    if (ending) return;
    ending = { kind, ...(message !== undefined && { message }) };
    watchdog.stop();
    if (kind === 'blocked' || kind === 'load-limit' || kind === 'run-limit') await look();
    if (sight) {
      ending.stack = sight.stack;
      if (sight.states) ending.states = sight.states;
    }
    await worker.terminate();
    finish?.();
  }

  worker.on('message', (message: string | { done: true } | { thread: number | null }) => {
    if (typeof message !== 'string') {
      if ('thread' in message) thread = message.thread;
      else finish?.();
      return;
    }
    const event = JSON.parse(message) as WireEvent;
    watchdog.heard(event);
    // It is running again, so the inspected state is stale.
    if (Watchdog.isSignOfLife(event)) sight = undefined;
    listener(event);
  });
  worker.on('error', (error: Error & { code?: string }) => {
    void end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', error.message);
  });
  worker.on('exit', () => void end('crash', 'The engine ended by itself.'));

  return {
    async execute(steps) {
      if (ending) return ending;
      const isOver = new Promise<void>((resolve) => {
        finish = resolve;
      });
      worker.ref();
      watchdog.start();
      worker.postMessage(JSON.stringify(steps));
      await isOver;
      watchdog.stop();
      // It must not keep the process alive if the caller forgets to close it.
      worker.unref();
      return ending;
    },
    async close() {
      ending ??= { kind: 'crash', message: 'It was closed.' };
      watchdog.stop();
      await worker.terminate();
      finish?.();
    },
  };
}

function startThread(program: Program): Worker {
  const { platform, limits, runtimeFile, hostFile, files, device } = program;
  return new Worker(ownFile('worker/v8.mjs'), {
    workerData: {
      platform,
      logLines: limits.logLines,
      runtime: runtimeFile,
      host: hostFile,
      files,
      baseUrl: BASE_URL,
      device,
    },
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    // The mini-app must not get loaders and secrets of this process.
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  });
}
