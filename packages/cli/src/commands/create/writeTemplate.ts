import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import { packagePath, packageVersion } from '../../packageRoot.ts';
import type { Identity } from './askIdentity.ts';

/** What the template is called in its own files, which are a mini-app that is checked like any other. */
const TEMPLATE = {
  appId: 'com.example.sample',
  name: 'Sample',
  path: 'sample',
};

/** Names that a package manager would leave out of a package, or take for its own. */
const RENAMED: Record<string, string> = { gitignore: '.gitignore' };

/** Writes the template into a folder under a new identity, and gives back the files, sorted. */
export async function writeTemplate(target: string, identity: Identity): Promise<string[]> {
  const source = packagePath('template');
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = relative(source, join(entry.parentPath, entry.name));
    if (/(^|[/\\])(node_modules|build)[/\\]/.test(path)) continue;
    const written = RENAMED[path] ?? path;
    const text = await readFile(join(source, path), 'utf8');
    await mkdir(dirname(join(target, written)), { recursive: true });
    await writeFile(join(target, written), rename(text, path, identity));
    files.push(written.replaceAll('\\', '/'));
  }
  return files.toSorted();
}

function rename(text: string, path: string, { appId, name }: Identity): string {
  const pathOfApp = appId.split('.').at(-1)!;
  if (path === 'package.json') return renamePackage(text, pathOfApp);
  // Inside JSON and JavaScript a name with a quote has to be escaped.
  const escaped = path.endsWith('.json')
    ? JSON.stringify(name).slice(1, -1)
    : path.endsWith('.md')
      ? name
      : name.replaceAll(/['\\]/g, '\\$&');
  return text
    .replaceAll(TEMPLATE.appId, appId)
    .replaceAll(`/${TEMPLATE.path}/items`, `/${pathOfApp}/items`)
    .replaceAll(TEMPLATE.name, escaped);
}

function renamePackage(text: string, name: string): string {
  const version = packageVersion();
  return text
    .replace(`"name": "${TEMPLATE.path}"`, `"name": "${name}"`)
    .replaceAll('"workspace:*"', `"^${version}"`);
}
