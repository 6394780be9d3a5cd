import { type FSWatcher, watch } from 'node:fs';
import { dirname, relative } from 'node:path';

import { loadBundler } from '../build/loadRspack.ts';

/** Files that are read in addition to the sources and the configuration. */
const READ = new Set(['manifest.json', 'fixtures.json', 'package.json', 'icon.svg', 'icon.png']);
const SETTLE_MS = 120;

/** Changed files, by their paths in the project. */
interface ProjectChange {
  names: Set<string>;
  /** Those of them that affect how the project is built. */
  configuration: string[];
}

/**
 * Watches the project's files other than its sources, debounced: those that are read, and those that make up its
 * configuration, wherever in the project they are.
 */
export async function watchProject(
  root: string,
  onChange: (change: ProjectChange) => Promise<void>,
): Promise<() => void> {
  const { configurationFiles } = await loadBundler(root);
  const watchers = new Map<string, FSWatcher>();
  let known = configurationFiles(root);
  let names = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function watchFolders(): void {
    const folders = new Set([root, ...[...known.keys()].map((path) => dirname(path))]);
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders) {
      if (watchers.has(folder)) continue;
      watchers.set(
        folder,
        watch(folder, (_event, name) => {
          if (folder === root && name !== null && READ.has(name)) names.add(name);
          clearTimeout(timer);
          timer = setTimeout(settle, SETTLE_MS);
        }),
      );
    }
  }

  function settle(): void {
    const before = known;
    known = configurationFiles(root);
    watchFolders();
    const paths = new Set([...before.keys(), ...known.keys()]);
    // By content, since saving a file without changes should have no effect.
    const changed = [...paths].filter((path) => before.get(path) !== known.get(path));
    const configuration = changed.map((path) => relative(root, path)).toSorted();
    if (names.size === 0 && configuration.length === 0) return;
    const change = { names, configuration };
    names = new Set();
    void onChange(change);
  }

  watchFolders();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}
