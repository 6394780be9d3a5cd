import type { TableRow } from './parseTable.ts';

interface Repository {
  exists(path: string): boolean;
  /** The files that have a test of this title. */
  filesWith(title: string): readonly string[];
}

/** What a table of the interface says and the repository does not show, one sentence each. */
export function tableViolations(rows: readonly TableRow[], repository: Repository): string[] {
  return rows.flatMap((row) => {
    const place = `line ${row.line} ("${row.statement}")`;
    const missingPaths = row.where.filter((path) => !repository.exists(path));
    const missingTests = row.tests.filter((name) => repository.filesWith(name).length === 0);
    const ambiguousTests = row.tests.filter((name) => repository.filesWith(name).length > 1);
    const isWithoutTest = row.tests.length === 0 && !row.isPlanned;
    return [
      ...missingPaths.map(
        (path) => `${place}: ${path} does not exist; write — for what is not built yet.`,
      ),
      ...missingTests.map((name) => `${place}: no test is called "${name}".`),
      ...ambiguousTests.map(
        (name) =>
          `${place}: tests in ${repository.filesWith(name).join(', ')} are called "${name}"; give the one that is meant a title of its own.`,
      ),
      ...(isWithoutTest
        ? [`${place}: name a test in backticks, or write planned for what is not built yet.`]
        : []),
    ];
  });
}
