import { importGraph, type ImportGraph } from './importGraph.ts';

/** An import graph of made-up files: `{ 'a/x.ts': ['../b/y.ts'] }`. */
export function sourceOf(files: Record<string, readonly string[]>): ImportGraph {
  return importGraph(
    Object.entries(files).map(([path, imports]) => ({
      path: `src/${path}`,
      text: imports.map((each) => `import '${each}';\n`).join(''),
    })),
  );
}
