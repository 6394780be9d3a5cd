import type { TableRow } from './parseTable.ts';

interface Repository {
  exists(path: string): boolean;
  hasTest(name: string): boolean;
}

/** What a table of the interface says and the repository does not show, one sentence each. */
export function tableViolations(rows: readonly TableRow[], repository: Repository): string[] {
  return rows.flatMap((row) => {
    const place = `line ${row.line} ("${row.statement}")`;
    const missingPaths = row.where.filter((path) => !repository.exists(path));
    const missingTests = row.tests.filter((name) => !repository.hasTest(name));
    const isWithoutTest = row.tests.length === 0 && !row.isPlanned;
    return [
      ...missingPaths.map(
        (path) => `${place}: ${path} does not exist; write — for what is not built yet.`,
      ),
      ...missingTests.map((name) => `${place}: no test is called "${name}".`),
      ...(isWithoutTest
        ? [`${place}: name a test in backticks, or write planned for what is not built yet.`]
        : []),
    ];
  });
}
