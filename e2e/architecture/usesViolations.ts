import { edgesIn } from './cycleViolations.ts';
import type { ImportGraph } from './importGraph.ts';
import type { Uses } from './parseUses.ts';

/**
 * Every disagreement between the diagram of the server's folders and their imports, one sentence each. Files outside of any
 * folder are the composition root: they may import every folder, and no folder may import them.
 */
export function usesViolations(uses: Uses, graph: ImportGraph): string[] {
  const edges = edgesIn(graph, '');
  const isFolder = (name: string) => name.endsWith('/');
  const folders = [...edges.keys()].filter(isFolder);
  const missing = folders
    .filter((folder) => !uses.has(folder.slice(0, -1)))
    .map(
      (folder) => `${folder} is not in the picture of the server's folders: give it a place there.`,
    );
  const gone = [...uses.keys()]
    .filter((name) => !folders.includes(`${name}/`))
    .map((name) => `The picture of the server's folders names ${name}, which does not exist.`);

  const wrong = folders.flatMap((from) => {
    const allowed = uses.get(from.slice(0, -1)) ?? [];
    return [...edges.get(from)!]
      .filter(([to]) => !allowed.includes(to.replace('/', '')))
      .map(([to, example]) =>
        isFolder(to)
          ? `${from} may not use ${to}, but ${example}.`
          : `${to} puts the server together and is imported by no folder, but ${example}.`,
      );
  });
  const unused = [...uses].flatMap(([name, used]) =>
    used
      .filter((each) => !edges.get(`${name}/`)?.has(`${each}/`))
      .map((each) => `The picture lets ${name} use ${each}, which it does not: remove it there.`),
  );
  return [...missing, ...gone, ...wrong, ...unused];
}
