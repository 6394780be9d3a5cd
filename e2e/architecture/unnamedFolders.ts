import { foldersOf } from './cycleViolations.ts';
import type { ImportGraph } from './importGraph.ts';
import type { TreeEntry } from './parseTree.ts';

/** Every folder with code that the tree of ARCHITECTURE.md does not name, one sentence each. */
export function unnamedFolders(
  tree: readonly TreeEntry[],
  source: string,
  graph: ImportGraph,
): string[] {
  const named = new Set(tree.map(({ path }) => path));
  return foldersOf(graph)
    .filter((folder) => !named.has(source + folder))
    .map((folder) => `The tree of ARCHITECTURE.md lacks ${source}${folder}.`);
}
