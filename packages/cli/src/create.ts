import { createCommand } from './commands/create/createCommand.ts';
import { type RunOptions, runSections } from './runSections.ts';

/** Runs `miniapp create` alone, for `npm create`: nothing that builds or runs a mini-app comes with it. */
export async function runCreate(
  argv: readonly string[],
  options: RunOptions = {},
): Promise<number> {
  const sections = [{ title: 'Develop', commands: [createCommand] }];
  return runSections(sections, ['create', ...argv], options);
}
