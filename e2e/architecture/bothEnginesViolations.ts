import { posix } from 'node:path';

import { importGraph } from './importGraph.ts';
import type { SourceFile } from './WorkspacePackage.ts';

/** Marks a test that runs on every available database engine. */
const ON_BOTH = /\btestEngines\(\)/;

/**
 * Every `…Rows.ts` file whose statements no nearby test runs on both engines, one sentence each. Nearby means in its folder
 * or in those of the files that import it.
 */
export function bothEnginesViolations(sources: readonly SourceFile[]): string[] {
  const graph = importGraph(sources);
  const tested = new Set(
    sources
      .filter(({ path, text }) => path.endsWith('.test.ts') && ON_BOTH.test(text))
      .map(({ path }) => posix.dirname(path.replace(/^src\//, ''))),
  );
  return [...graph.keys()]
    .filter((file) => !file.startsWith('storage/') && /\/\w+Rows\.ts$/.test(file))
    .filter((file) => {
      const users = [...graph].filter(([, imported]) => imported.includes(file));
      return ![file, ...users.map(([user]) => user)].some((each) =>
        tested.has(posix.dirname(each)),
      );
    })
    .map(
      (file) => `${file} has SQL that no test near to it runs on both engines: see testEngines().`,
    );
}
