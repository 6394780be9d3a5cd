import type { TreeEntry } from './parseTree.ts';

/** Every difference between the tree and the repository, one sentence each. */
export function treeViolations(
  entries: readonly TreeEntry[],
  exists: (path: string) => boolean,
): string[] {
  return entries.flatMap(({ path, isPlanned }) => {
    if (exists(path) !== isPlanned) return [];
    return isPlanned
      ? `ARCHITECTURE.md marks ${path} as (planned), but it exists: remove the mark.`
      : `ARCHITECTURE.md names ${path}, which does not exist: remove the line, or mark it with (planned) at its end.`;
  });
}
