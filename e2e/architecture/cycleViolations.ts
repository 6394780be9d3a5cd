import type { ImportGraph } from './importGraph.ts';

type Edges = Map<string, Map<string, string>>;

/**
 * Every import cycle. In each folder, the files and folders directly inside must form an acyclic graph. A folder counts as
 * one node, so two folders whose files import each other are a cycle even if no single file is part of one.
 */
export function cycleViolations(graph: ImportGraph): string[] {
  return foldersOf(graph).flatMap((folder) => {
    const edges = edgesIn(graph, folder);
    return circles(edges).map((circle) => {
      const imports = circle.map((from, at) => edges.get(from)!.get(next(circle, at)));
      const where = folder === '' ? 'src' : `src/${folder.slice(0, -1)}`;
      return `In ${where} imports go in a circle: ${[...circle, circle[0]].join(' → ')} (${imports.join('; ')}).`;
    });
  });
}

/** The direct child of `folder` on a path: `push/` for push/live/Hub.ts in `''`; undefined if the path is elsewhere. */
function childIn(folder: string, path: string): string | undefined {
  if (!path.startsWith(folder)) return undefined;
  const [child] = /^[^/]+\/?/.exec(path.slice(folder.length)) ?? [];
  return child;
}

/** All folders: the root as `''`, the others with a trailing slash. */
export function foldersOf(graph: ImportGraph): string[] {
  const folders = new Set(['']);
  for (const file of graph.keys()) {
    const parts = file.split('/').slice(0, -1);
    for (const at of parts.keys()) folders.add(`${parts.slice(0, at + 1).join('/')}/`);
  }
  return [...folders].toSorted();
}

/** The imports between the direct children of a folder, with one import as an example. */
export function edgesIn(graph: ImportGraph, folder: string): Edges {
  const edges: Edges = new Map();
  for (const [file, imported] of graph) {
    const from = childIn(folder, file);
    if (from === undefined) continue;
    const targets = edges.get(from) ?? new Map<string, string>();
    edges.set(from, targets);
    for (const target of imported) {
      const to = childIn(folder, target);
      if (to === undefined || to === from || targets.has(to)) continue;
      targets.set(to, `${file} imports ${target}`);
    }
  }
  return edges;
}

/** The shortest cycle through each node that is not part of a reported one. */
function circles(edges: Edges): string[][] {
  const shown = new Set<string>();
  const found: string[][] = [];
  for (const start of edges.keys()) {
    if (shown.has(start)) continue;
    const circle = shortestCircle(edges, start);
    if (!circle) continue;
    for (const node of circle) shown.add(node);
    found.push(circle);
  }
  return found;
}

function shortestCircle(edges: Edges, start: string): string[] | undefined {
  const reached = new Set<string>();
  let paths = [[start]];
  while (paths.length > 0) {
    const longer: string[][] = [];
    for (const path of paths) {
      for (const to of edges.get(path.at(-1)!)?.keys() ?? []) {
        if (to === start) return path;
        if (reached.has(to)) continue;
        reached.add(to);
        longer.push([...path, to]);
      }
    }
    paths = longer;
  }
  return undefined;
}

function next(circle: readonly string[], at: number): string {
  return circle[(at + 1) % circle.length]!;
}
