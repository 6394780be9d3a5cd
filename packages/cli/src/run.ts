import { SECTIONS } from './commands/sections.ts';
import { type RunOptions, runSections } from './runSections.ts';

export type { RunOptions } from './runSections.ts';

/** Runs the command `miniapp` with arguments, and resolves to its exit code. It never rejects. */
export async function run(argv: readonly string[], options: RunOptions = {}): Promise<number> {
  return runSections(SECTIONS, argv, options);
}
