import { posix } from 'node:path';

import { importedModules } from '../../scripts/build/importedModules.mjs';
import { DEPENDENCY_KINDS, type WorkspacePackage } from './WorkspacePackage.ts';

/** Scripts that the builds and tests of all packages share; not a package, since nothing of it is published. */
const SHARED_SCRIPTS = ['build', 'node-versions', 'pack', 'services', 'test'].map(
  (folder) => `scripts/${folder}/`,
);

/** Every import that bypasses the importing package's package.json, one sentence each. */
export function importViolations(packages: readonly WorkspacePackage[]): string[] {
  return packages.flatMap((importer) => {
    const declared = new Set([
      importer.name,
      ...DEPENDENCY_KINDS.flatMap((kind) => importer.dependencies[kind]),
    ]);
    return importer.sources.flatMap((source) => {
      const file = posix.join(importer.folder, source.path);
      return importedModules(source.text).flatMap((specifier) => {
        const [, ours] = /^(@host\/[^/]+)/.exec(specifier) ?? [];
        if (ours !== undefined && !declared.has(ours)) {
          return `${file} imports ${specifier}, but ${ours} is not in the package.json of ${importer.folder}.`;
        }
        const target = posix.join(importer.folder, posix.dirname(source.path), specifier);
        const leaves = importer.folder !== '.' && !target.startsWith(`${importer.folder}/`);
        const isShared = SHARED_SCRIPTS.some((folder) => target.startsWith(folder));
        if (specifier.startsWith('.') && leaves && !isShared) {
          return `${file} imports ${specifier}, which leaves ${importer.folder}: import the package by its name.`;
        }
        return [];
      });
    });
  });
}
