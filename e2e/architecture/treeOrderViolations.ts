import { edgesIn, foldersOf } from './cycleViolations.ts';
import type { ImportGraph } from './importGraph.ts';
import type { TreeEntry } from './parseTree.ts';

/** Every import from a folder to one that is listed above it in the tree of ARCHITECTURE.md, one sentence each. */
export function treeOrderViolations(
  tree: readonly TreeEntry[],
  source: string,
  graph: ImportGraph,
): string[] {
  const places = new Map(
    tree
      .filter(({ path }) => path.startsWith(source))
      .map(({ path }, place) => [path.slice(source.length), place]),
  );
  return foldersOf(graph).flatMap((folder) =>
    [...edgesIn(graph, folder)].flatMap(([from, targets]) =>
      [...targets].flatMap(([to, example]) => {
        const [above, below] = [places.get(folder + from), places.get(folder + to)];
        if (above === undefined || below === undefined || above < below) return [];
        return `${folder}${to} stands above ${folder}${from} in the tree, but ${example}.`;
      }),
    ),
  );
}
