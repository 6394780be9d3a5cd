import { mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { type TemplateOptions, writeTemplate } from '../commands/create/writeTemplate.ts';
import { packagePath } from '../packageRoot.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** Writes the template into a temporary folder, with the dependencies of this repository linked into it. */
export async function linkProject(
  identity = { appId: 'com.acme.sample', name: 'Sample' },
  options: TemplateOptions = {},
): Promise<string> {
  const root = await temporaryFolder('project');
  await writeTemplate(root, identity, options);
  await linkDependencies(root);
  return root;
}

async function linkDependencies(root: string): Promise<void> {
  const ours = packagePath('node_modules');
  const ofWorkspace = packagePath('../../node_modules');
  for (const source of [ours, ofWorkspace]) {
    for (const name of await packagesIn(source)) {
      await mkdir(join(root, 'node_modules', name, '..'), { recursive: true });
      await symlink(await realpath(join(source, name)), join(root, 'node_modules', name)).catch(
        () => undefined,
      );
    }
  }
  await symlink(packagePath(''), join(root, 'node_modules/@host/cli'));
}

async function packagesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const nested = await Promise.all(
    names.map(async (name) =>
      name.startsWith('@')
        ? (await readdir(join(folder, name))).map((inner) => `${name}/${inner}`)
        : [name],
    ),
  );
  return nested.flat();
}
