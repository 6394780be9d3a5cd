import type { WireEvent, WireState, WireStep } from '../runtime/wire.types.ts';
import type { Program } from './Program.ts';

export type EngineName = 'v8' | 'hermes';

/** How a run was ended early. */
export interface Ending {
  kind: 'load-limit' | 'blocked' | 'run-limit' | 'memory' | 'crash';
  /** The engine's message, for `crash`. */
  message?: string;
  /** The mini-app's stack at that time, if available. */
  stack?: string;
  /** The contents of the screen by mini-app, if available. */
  states?: Record<string, WireState>;
}

/** Executes steps on a JavaScript engine. Whatever the mini-app does, it resolves within the program's limits. */
export interface Engine {
  readonly name: EngineName;
  /** Resolves to how it was ended early, or to undefined if all steps were performed or one of them failed. */
  run(
    program: Program,
    steps: WireStep[],
    listener: (event: WireEvent) => void,
  ): Promise<Ending | undefined>;
}
