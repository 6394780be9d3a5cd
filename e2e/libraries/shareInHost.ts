import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { installedFolder } from './installedFolder.ts';

/** Configures a project for a host that shares these libraries; resolves to the versions that are installed. */
export async function shareInHost(
  root: string,
  names: Iterable<string>,
): Promise<Record<string, string>> {
  const versions: Record<string, string> = {};
  for (const name of names) {
    const text = await readFile(join(installedFolder(root, name), 'package.json'), 'utf8');
    versions[name] = (JSON.parse(text) as { version: string }).version;
  }
  const file = join(root, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  manifest.dependencies = { ...versions, ...manifest.dependencies };
  await writeFile(file, JSON.stringify(manifest, null, 2));
  await writeFile(
    join(root, 'rspack.config.mjs'),
    `import { defineMiniApp } from '@host/bundler';
export default defineMiniApp({ root: import.meta.dirname, host: ${JSON.stringify(versions)} });
`,
  );
  return versions;
}
