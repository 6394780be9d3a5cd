import { createCommand } from './commands/create/createCommand.ts';
import { type RunOptions, runSections } from './runSections.ts';

/** Runs only `miniapp create`, for `npm create`: it does not include anything that builds or runs a mini-app. */
export async function runCreate(
  argv: readonly string[],
  options: RunOptions = {},
): Promise<number> {
  const sections = [{ title: 'Develop', commands: [createCommand] }];
  return runSections(sections, ['create', ...argv], options);
}
