import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import { usualPaths } from '@host/contracts';

import { packagePath, packageVersion } from '../../packageRoot.ts';
import type { Identity } from './askIdentity.ts';
import { DEFAULT_TEMPLATE, type TemplateName } from './templates.ts';
import { writeName } from './writeName.ts';

/** The identity in the template's files, which are a working mini-app that is tested like any other. */
const SAMPLE = {
  appId: 'com.example.sample',
  name: 'Sample',
  path: 'sample',
};

/** The files that all templates share; a template can override a file. */
const SHARED = 'shared';

/** Files under a substitute name, since package managers would drop or interpret the real one. */
const RENAMED: Record<string, string> = { gitignore: '.gitignore' };

/** Options for writing a project. */
export interface TemplateOptions {
  template?: TemplateName;
  /** Whether it is in a workspace that contains our packages. */
  inWorkspace?: boolean;
}

/** Writes a template into a folder with a new identity, and returns the files, sorted. */
export async function writeTemplate(
  target: string,
  identity: Identity,
  { template = DEFAULT_TEMPLATE, inWorkspace = false }: TemplateOptions = {},
): Promise<string[]> {
  const files = new Set<string>();
  for (const folder of [SHARED, template]) {
    const source = packagePath(`templates/${folder}`);
    for (const path of await filesIn(source)) {
      const written = RENAMED[path] ?? path;
      const text = await readFile(join(source, path), 'utf8');
      await mkdir(dirname(join(target, written)), { recursive: true });
      await writeFile(join(target, written), rename(text, path, identity, inWorkspace));
      files.add(written.replaceAll('\\', '/'));
    }
  }
  return [...files].toSorted();
}

async function filesIn(source: string): Promise<string[]> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(source, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|[/\\])(node_modules|build)[/\\]/.test(path));
}

function rename(
  text: string,
  path: string,
  { appId, name }: Identity,
  inWorkspace: boolean,
): string {
  const lastPart = appId.split('.').at(-1)!;
  if (path === 'package.json') return renamePackage(text, lastPart, inWorkspace);
  // Not always the last part: `/app/` is the server's own, so that com.acme.app has another.
  const [pathOfApp = lastPart] = usualPaths(appId);
  const renamed = text
    .replaceAll(SAMPLE.appId, appId)
    .replaceAll(`/${SAMPLE.path}/`, `/${pathOfApp}/`);
  return writeName(renamed, path, { from: SAMPLE.name, to: name });
}

function renamePackage(text: string, name: string, inWorkspace: boolean): string {
  const renamed = text.replace(`"name": "${SAMPLE.path}"`, `"name": "${name}"`);
  if (inWorkspace) return renamed;
  return (
    renamed
      .replaceAll('"workspace:*"', `"^${packageVersion()}"`)
      // The code is in the host: a project only needs the types, and none of the two hundred packages behind the code.
      .replace(/("react-native": )"(\d[^"]*)"/, '$1"npm:@host/react-native-types@$2"')
  );
}
