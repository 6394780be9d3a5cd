import type { Stats } from '@rspack/core';

import { CliError } from '../terminal/CliError.ts';

/** One thing that stopped a build. */
export interface BuildProblem {
  /** Relative to the project. */
  file?: string;
  message: string;
}

/** A build that failed because of what is in the project. */
export class BuildError extends CliError {
  readonly problems: readonly BuildProblem[];

  constructor(stats: Stats) {
    const problems = problemsOf(stats);
    const text = problems
      .map(({ file, message }) => (file === undefined ? message : `${file}\n${indent(message)}`))
      .join('\n');
    super(
      `The build failed with ${problems.length === 1 ? 'an error' : `${problems.length} errors`}:\n${indent(text)}`,
      'Correct it and run the command again.',
      { code: 'build-failed' },
    );
    this.problems = problems;
  }
}

/** What stopped a build, without the stacks of the tools that noticed it. */
export function problemsOf(stats: Stats): BuildProblem[] {
  const { errors = [] } = stats.toJson({ all: false, errors: true, moduleTrace: false });
  const problems = errors.map(({ message, moduleName }) => {
    const file = moduleName?.split('!').at(-1)?.replace(/^\.\//, '').replace(/\?.*$/, '');
    return { ...(file && { file }), message: withoutNoise(message) };
  });
  const seen = new Set<string>();
  return problems.filter(({ file, message }) => {
    const key = `${file}\n${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

const NOISE = [/^\s*at .+$/, /^\s*(×|✕)?\s*Module (build|parse) failed.*$/i];

function withoutNoise(message: string): string {
  const lines = message
    .replaceAll(/\u001b\[[0-9;]*m/g, '')
    .replace(/^\s*×\s*/, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !NOISE.some((noise) => noise.test(line)))
    // The arrow of a chain of causes: what it led from was left out.
    .map((line) =>
      line
        .replace(/╰─▶\s{0,3}/, '')
        .replace(/^(\s*)× (Error: )?/, '$1')
        .trimEnd(),
    );
  return dedent(lines).join('\n');
}

/** Moves lines to the left as far as all of them go; the first stands where it likes. */
function dedent([first = '', ...rest]: string[]): string[] {
  const indents = rest.map((line) => line.length - line.trimStart().length);
  const common = Math.min(...indents);
  return [first.trim(), ...rest.map((line) => line.slice(common))];
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
