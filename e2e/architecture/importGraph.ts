import { posix } from 'node:path';

import { importedModules } from '../../scripts/build/importedModules.mjs';
import type { SourceFile } from './WorkspacePackage.ts';

/** The files of a package's `src`, each with the files that it imports; paths are relative to `src`. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Whether a file serves tests alone. */
export function isTestCode(path: string): boolean {
  return /\.(test|testing)\.tsx?$|(^|\/)testing\//.test(path);
}

/**
 * Reads what the files in `src` import of each other. Types count: whoever reads a file reads what its types mean. What
 * tests import does not. The forms of a file for several platforms are one, under the name that others import it by.
 */
export function importGraph(sources: readonly SourceFile[]): ImportGraph {
  const graph = new Map<string, string[]>();
  for (const { path, text } of sources) {
    const file = nameInSource(path);
    if (file === undefined || isTestCode(file)) continue;
    const imported = importedModules(text).flatMap((specifier) => {
      if (!specifier.startsWith('.')) return [];
      const target = nameInSource(posix.join(posix.dirname(path), specifier));
      return target === undefined || target === file ? [] : target;
    });
    graph.set(file, [...new Set([...(graph.get(file) ?? []), ...imported])]);
  }
  return graph;
}

function nameInSource(path: string): string | undefined {
  const [, name] = /^src\/(.*\.[cm]?[jt]sx?)$/.exec(path) ?? [];
  return name?.replace(/\.(native|web)(?=\.tsx?$)/, '');
}
