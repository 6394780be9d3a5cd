import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

import { endsWithUs } from './leaveNothing.ts';

const KB = 1024;

/** Samples the memory of a process until stopped. It runs in its own process, since this one may be too busy. */
export function sampleMemory(pid: number, everyMs: number): { stop(): Promise<number[]> } {
  const loop = `while grep VmRSS /proc/${pid}/status; do sleep ${everyMs / 1000}; done`;
  const sampler = endsWithUs(spawn('sh', ['-c', loop], { stdio: ['ignore', 'pipe', 'ignore'] }));
  const output = text(sampler.stdout);
  return {
    async stop() {
      sampler.kill();
      return [...(await output).matchAll(/(\d+) kB/g)].map(([, kb]) => Number(kb) * KB);
    },
  };
}
