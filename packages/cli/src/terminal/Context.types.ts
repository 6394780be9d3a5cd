import type { Output } from './Output.ts';

/** What a command works with. */
export interface Context {
  /** The folder that the command works in. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  out: Output;
  /** Resolves when somebody presses Ctrl-C, for commands that run until then. */
  interrupted: Promise<void>;
}
