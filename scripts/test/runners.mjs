/**
 * Every test runner of the repository: its name, and the command that runs all its tests and writes a report in Jest's
 * JSON format to a file. Tests of runners other than vitest are run by a vitest test, see `testFiles.mjs`.
 */
export const VITEST = {
  name: 'vitest',
  command: (report) => [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
};
