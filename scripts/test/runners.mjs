/**
 * Every test runner of the repository: its name, and the command that runs all its tests and writes a report in Jest's
 * JSON form to a file. What another runner than vitest runs is run by a test of vitest, see `testFiles.mjs`.
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
