import type { AnyCommand, CommandSpec } from './CommandSpec.types.ts';

/** Types the options of a command, which the parser fills from its flags. */
export function defineCommand<Options extends object>(spec: CommandSpec<Options>): AnyCommand {
  return spec;
}
