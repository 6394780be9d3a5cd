/**
 * Every test runner of the repository: its name, and the command that runs all its tests and writes a report in Jest's
 * JSON form to a file. `takesArguments` marks the one that the arguments of `pnpm test` go to; with arguments it alone runs.
 */
export const RUNNERS = [
  {
    name: 'vitest',
    takesArguments: true,
    command: (report) => [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
  },
];
