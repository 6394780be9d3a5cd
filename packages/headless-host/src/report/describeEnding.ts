import type { Ending } from '../engines/Engine.types.ts';
import type { Limits } from '../Limits.ts';

const seconds = (ms: number) => `${ms / 1000} s`;

/** A sentence that says why a run was ended. */
export function describeEnding(ending: Ending, limits: Limits, during: string): string {
  const sentences: Record<Ending['kind'], string> = {
    'load-limit': `It did not load within ${seconds(limits.loadMs)}.`,
    blocked: `Its JavaScript ran for more than ${seconds(limits.blockedMs)} without a pause ${during}: an endless loop?`,
    'run-limit': `The run took more than ${seconds(limits.runMs)}; it was ended ${during}.`,
    memory: `It used more than ${limits.memoryMb} MB of memory ${during}.`,
    crash: `The engine ended ${during}: ${ending.message ?? 'it gave no reason'}`,
  };
  return sentences[ending.kind];
}
