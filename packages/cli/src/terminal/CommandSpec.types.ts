import type { Context } from './Context.types.ts';

/** The result of a command. */
interface Outcome {
  /** What `--json` prints at the end. */
  json?: object;
  /** Whether the command worked but its answer is negative: exit code 1. */
  failed?: boolean;
}

/** What a command was called with. */
export interface Input<Options> {
  args: (string | undefined)[];
  options: Options;
}

/** A command, as it is shown by `--help` and run. */
export interface CommandSpec<Options = never> {
  name: string;
  summary: string;
  /** Details beyond the summary. */
  description?: string;
  /** Each with its help text, `['[dir]', 'the folder to make']`. */
  arguments?: readonly (readonly [name: string, help: string])[];
  options?: readonly (readonly [flags: string, help: string])[];
  /** Calls to copy, each with what it does. */
  examples: readonly (readonly [call: string, meaning: string])[];
  /** Whether it runs until Ctrl-C, which is then its normal end. */
  runsUntilInterrupted?: boolean;
  /** Whether it builds into the project’s `build/`, which one command at a time may do. */
  writesBuild?: boolean;
  run(context: Context, input: Input<Options>): Promise<Outcome>;
}

/** Commands under a common name, `miniapp tokens list`. */
export interface CommandGroup {
  name: string;
  summary: string;
  commands: readonly AnyCommand[];
}

/** A command with its option types erased. */
export type AnyCommand = CommandSpec;

/** Commands under a heading of the general help. */
export interface CommandSection {
  title: string;
  commands: readonly (AnyCommand | CommandGroup)[];
}
