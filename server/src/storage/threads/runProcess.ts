import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';

export interface ProcessLimits {
  maxMs: number;
  /** Megabytes of objects. */
  maxMemoryMb: number;
  maxAnswerBytes: number;
}

/** How a process ended. */
export type ProcessEnd =
  | { kind: 'answered'; answer: string }
  | { kind: 'out-of-time' | 'out-of-memory' | 'failed' };

/** By these V8 ends a process whose memory is used up, or the kernel does. */
const WITHOUT_MEMORY: ReadonlySet<NodeJS.Signals | null> = new Set([
  'SIGABRT',
  'SIGILL',
  'SIGTRAP',
  'SIGKILL',
] as const);

/**
 * Runs a file as a process of its own, from a request to its answer. For work that may take any time and memory: a thread
 * cannot be ended while V8 reads a JSON text, and one that has no memory left ends the process that it is in. Nothing of the
 * environment is handed on, since it has secrets. Rejects when the process cannot be started.
 */
export async function runProcess(
  file: string,
  request: unknown,
  { maxMs, maxMemoryMb, maxAnswerBytes }: ProcessLimits,
): Promise<ProcessEnd> {
  const child = spawn(process.execPath, [`--max-old-space-size=${maxMemoryMb}`, file], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let stopped: ProcessEnd['kind'] | undefined;
  const stop = (why: typeof stopped) => {
    stopped ??= why;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => stop('out-of-time'), maxMs);
  const stopWithUs = () => void child.kill('SIGKILL');
  process.once('exit', stopWithUs);
  try {
    const ended = once(child, 'close');
    // One that could not be started has no pipes either; waiting for it says why.
    if (child.pid === undefined) await ended;
    else endFirst(child.pid);
    // It may end before it has read the request.
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(request));
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxAnswerBytes) stop('failed');
      else chunks.push(chunk);
    });
    const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
    if (stopped !== undefined) return { kind: stopped } as ProcessEnd;
    if (code === 0) return { kind: 'answered', answer: Buffer.concat(chunks).toString('utf8') };
    return { kind: WITHOUT_MEMORY.has(signal) ? 'out-of-memory' : 'failed' };
  } finally {
    clearTimeout(timer);
    process.off('exit', stopWithUs);
  }
}

/** Where the machine has no memory left, the kernel ends this process and not the server. */
function endFirst(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // Only Linux has it.
  }
}
