import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';

export interface ProcessLimits {
  maxMs: number;
  /** The limit of the JavaScript heap, in megabytes. */
  maxMemoryMb: number;
  maxAnswerBytes: number;
}

/** How a process ended. */
export type ProcessEnd =
  | { kind: 'answered'; answer: string }
  | { kind: 'out-of-time' | 'out-of-memory' | 'failed' };

/** The signals with which V8 or the kernel ends a process that is out of memory. */
const WITHOUT_MEMORY: ReadonlySet<NodeJS.Signals | null> = new Set([
  'SIGABRT',
  'SIGILL',
  'SIGTRAP',
  'SIGKILL',
] as const);

/**
 * Runs a file as a separate process, for one request and its answer. For work of unbounded time and memory: a thread cannot
 * be ended while V8 parses JSON, and one that runs out of memory ends the whole process. The environment is not passed on,
 * since it contains secrets. Rejects if the process cannot be started.
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
    // If it could not be started, it has no pipes either, and `ended` rejects with the reason.
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

/** Makes the kernel end this process rather than the server if the machine runs out of memory. */
function endFirst(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // Only Linux supports it.
  }
}
