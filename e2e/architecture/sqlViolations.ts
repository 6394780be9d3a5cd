import { isTestCode } from './importGraph.ts';
import { withoutComments } from './withoutComments.ts';
import type { SourceFile } from './WorkspacePackage.ts';

/** The start of an SQL statement. */
const STATEMENT =
  /\b(?:SELECT (?:DISTINCT |COUNT|[\w.*]+(?:,| AS | FROM ))|INSERT INTO \w+ |UPDATE \w+ SET |DELETE FROM \w+)/;

/** Every line of the server with SQL outside of `storage/` and `…Rows.ts` files, one sentence each. */
export function sqlViolations(
  sources: readonly SourceFile[],
  allowed: readonly string[],
): string[] {
  return sources.flatMap(({ path, text }) => {
    const [, file] = /^src\/(.*)$/.exec(path) ?? [];
    if (file === undefined || isTestCode(file) || allowed.includes(file)) return [];
    if (file.startsWith('storage/') || /\/\w+Rows\.ts$/.test(file)) return [];
    return withoutComments(text)
      .split('\n')
      .flatMap((line, at) =>
        STATEMENT.test(line) ? `${file}:${at + 1} has SQL: put it into a file of rows.` : [],
      );
  });
}
