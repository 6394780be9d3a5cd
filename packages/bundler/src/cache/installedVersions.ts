import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The installed versions of a package's dependencies, as `name version` lines. */
export function installedVersions(packageFile: string): string {
  const manifest = JSON.parse(readFileSync(packageFile, 'utf8')) as Record<string, object>;
  const names = Object.keys({ ...manifest['dependencies'], ...manifest['devDependencies'] });
  const resolver = createRequire(packageFile);
  return names
    .toSorted()
    .map((name) => `${name} ${versionOf(resolver, name)}`)
    .join('\n');
}

// Not by resolving: the `exports` of a package may hide its package.json.
function versionOf(resolver: NodeJS.Require, name: string): string {
  for (const folder of resolver.resolve.paths(name) ?? []) {
    try {
      const text = readFileSync(join(folder, name, 'package.json'), 'utf8');
      return (JSON.parse(text) as { version?: string }).version ?? '';
    } catch {
      continue;
    }
  }
  return 'not installed';
}
