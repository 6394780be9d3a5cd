import type { Stats } from '@rspack/core';

import { CliError } from '../terminal/CliError.ts';
import { type BuildProblem, readProblem } from './readProblem.ts';

/** A build that failed because of what is in the project. */
export class BuildError extends CliError {
  readonly problems: readonly BuildProblem[];

  constructor(stats: Stats) {
    const problems = problemsOf(stats);
    const text = problems.map((problem) => describeProblem(problem)).join('\n');
    super(
      `The build failed with ${problems.length === 1 ? 'an error' : `${problems.length} errors`}:\n${indent(text)}`,
      'Correct it and run the command again.',
      { code: 'build-failed', details: { problems } },
    );
    this.problems = problems;
  }
}

/** The problems that made a build fail. */
export function problemsOf(stats: Stats): BuildProblem[] {
  const { errors = [] } = stats.toJson({ all: false, errors: true, moduleTrace: false });
  const root = stats.compilation.compiler.context;
  const problems = errors.map((error) => readProblem(error, root));
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const key = describeProblem(problem);
    return !seen.has(key) && seen.add(key);
  });
}

/** Formats a build problem: where, what, and the code around it. */
export function describeProblem({ file, line, column, message, frame }: BuildProblem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const parts = [message, frame].filter((part) => part !== undefined).join('\n');
  return place === '' ? parts : `${place}\n${indent(parts)}`;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
