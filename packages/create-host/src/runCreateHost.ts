import { type RunOptions, runSections } from '@host/cli/new-project';

import { createHostCommand } from './createHostCommand.ts';

/** Runs the command, for `npm create @host/host`. */
export async function runCreateHost(
  argv: readonly string[],
  options: RunOptions = {},
): Promise<number> {
  const sections = [{ title: 'Start', commands: [createHostCommand] }];
  return runSections(sections, ['create', ...argv], { calledAs: 'create-host', ...options });
}
