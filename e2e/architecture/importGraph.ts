import { posix } from 'node:path';

import { importedModules } from '../../scripts/build/importedModules.mjs';
import type { SourceFile } from './WorkspacePackage.ts';

/** The files of a package's `src`, each with the files that it imports; paths are relative to `src`. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Whether a file is only for tests. */
export function isTestCode(path: string): boolean {
  return /\.(test|testing)\.tsx?$|(^|\/)testing\//.test(path);
}

/**
 * Reads which files in `src` import which. Type imports count, since readers of a file have to look them up; imports of tests
 * do not. Platform variants of a file are one node, under the name that others import.
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
