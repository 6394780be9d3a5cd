import type { WireEvent, WireState, WireStep } from '../runtime/wire.types.ts';
import type { Program } from './Program.ts';

export type EngineName = 'v8' | 'hermes';

/** How a run ended that did not come to its end by itself. */
export interface Ending {
  kind: 'load-limit' | 'blocked' | 'run-limit' | 'memory' | 'crash';
  /** What the engine said, for `crash`. */
  message?: string;
  /** Where the mini-app was, if that could be seen. */
  stack?: string;
  /** What was on the screen, by mini-app, if that could be seen. */
  states?: Record<string, WireState>;
}

/** Executes steps on a JavaScript engine. Whatever the mini-app does, it resolves within the program's limits. */
export interface Engine {
  readonly name: EngineName;
  /** Resolves to how it ended, or to nothing where all steps were carried out or one of them failed. */
  run(
    program: Program,
    steps: WireStep[],
    listener: (event: WireEvent) => void,
  ): Promise<Ending | undefined>;
}
