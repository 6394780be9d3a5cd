import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

import { CORES, onCore } from './cores.ts';
import { endsWithUs } from './leaveNothing.ts';

/** The requests to a server, and their concurrency. */
export interface Load {
  origin: string;
  /** The file of paths; each request picks a random one. */
  paths: string;
  /** A script that uses the lines of the file in another way. */
  script?: 'sendToTokens';
  connections: number;
  seconds: number;
  headers?: Readonly<Record<string, string>>;
}

/** The results of wrk. Latencies are milliseconds. */
export interface LoadResult {
  requests: number;
  requestsPerSecond: number;
  bytesPerSecond: number;
  latency: { p50: number; p90: number; p99: number };
}

/** Loads a server with wrk, one thread on the load's core. Rejects if any response was not a success. */
export function runWrk(load: Load): { pid: number; result: Promise<LoadResult> } {
  const headers = Object.entries(load.headers ?? {}).flatMap(([name, value]) => [
    '--header',
    `${name}: ${value}`,
  ]);
  const [command, args] = onCore(CORES.load, 'wrk', [
    '--threads=1',
    `--connections=${load.connections}`,
    `--duration=${load.seconds}s`,
    '--timeout=10s',
    `--script=${fileURLToPath(new URL(`${load.script ?? 'randomPath'}.lua`, import.meta.url))}`,
    ...headers,
    load.origin,
    '--',
    load.paths,
  ]);
  const running = promisify(execFile)(command, [...args], { timeout: (load.seconds + 30) * 1000 });
  const { pid } = endsWithUs(running.child);
  return { pid: pid!, result: running.then(({ stdout }) => parse(stdout)) };
}

function parse(output: string): LoadResult {
  const [, json] = /^result (\{.*\})$/m.exec(output) ?? [];
  if (json === undefined) throw new Error(`wrk printed no result:\n${output}`);
  const result = JSON.parse(json) as Record<
    'requests' | 'bytes' | 'microseconds' | 'p50' | 'p90' | 'p99' | 'failed',
    number
  >;
  if (result.failed > 0) throw new Error(`${result.failed} requests failed:\n${output}`);
  const seconds = result.microseconds / 1e6;
  return {
    requests: result.requests,
    requestsPerSecond: result.requests / seconds,
    bytesPerSecond: result.bytes / seconds,
    latency: { p50: result.p50 / 1000, p90: result.p90 / 1000, p99: result.p99 / 1000 },
  };
}
