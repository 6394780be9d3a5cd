import type { Stats } from '@rspack/core';

import { describeProblem, problemsOf } from '../build/BuildError.ts';
import type { BuildProblem } from '../build/readProblem.ts';
import { toCliError } from '../terminal/toCliError.ts';

/** The state of a build. */
export type BuildState =
  | { type: 'building' }
  | { type: 'built'; milliseconds: number; changed: string[]; hash: string }
  | { type: 'failed'; problems: BuildProblem[]; text: string };

/** The state of a finished build of a project in this folder. */
export function outcome(stats: Stats, milliseconds: number, root: string): BuildState {
  if (stats.hasErrors()) return failed(problemsOf(stats));
  const changed = [...(stats.compilation.compiler.modifiedFiles ?? [])]
    .filter((path) => /\.\w+$/.test(path))
    .map((path) => path.replace(`${root}/`, ''));
  return { type: 'built', milliseconds: Math.round(milliseconds), changed, hash: stats.hash ?? '' };
}

/** The state of a build that could not begin. */
export function failure(error: unknown): BuildState {
  const { message, fix } = toCliError(error);
  return failed([{ message: `${message}\n${fix}` }]);
}

/** The state of a build that failed with these problems. */
export function failed(problems: BuildProblem[]): BuildState {
  const text = problems.map((problem) => describeProblem(problem)).join('\n');
  return { type: 'failed', problems, text };
}
