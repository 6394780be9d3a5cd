import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { fencedBlocks } from '../scripts/build/fencedBlocks.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

interface PackageJson {
  name: string;
  version: string;
  private?: boolean;
  description?: string;
  license?: string;
  repository?: { url: string; directory: string };
  engines?: { node: string };
  types?: string;
  optionalDependencies?: Record<string, string>;
  exports?: object;
  publishConfig?: { types?: string };
}

async function publishedIn(parent: string): Promise<[string, string, PackageJson][]> {
  const folders = (await readdir(join(ROOT, parent)))
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(parent, name));
  const packages = await Promise.all(
    folders.map(async (folder) => {
      const text = await readFile(join(ROOT, folder, 'package.json'), 'utf8');
      return { folder, manifest: JSON.parse(text) as PackageJson };
    }),
  );
  return packages
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ folder, manifest }) => [manifest.name, folder, manifest]);
}

const ours = await publishedIn('packages');
const repackaged = await publishedIn('repackaged');
const readme = (folder: string) => readFile(join(ROOT, folder, 'README.md'), 'utf8');

/** What the package.json of every published package says. */
const described = (folder: string) => ({
  description: expect.stringMatching(/.{20}/),
  repository: { directory: folder },
  engines: { node: '>=20.19' },
});

describe.each(ours)('the package %s', (name, folder, manifest) => {
  it('says what it is, where it comes from and what it needs', () => {
    expect(manifest).toMatchObject({
      ...described(folder),
      license: 'Apache-2.0',
      // What is only a command has no types.
      ...(manifest.exports && {
        types: './src/index.ts',
        publishConfig: { types: './dist/index.d.ts' },
      }),
    });
  });

  it('has a README that says how to install it', async () => {
    const page = await readme(folder);
    expect(page).toMatch(new RegExp(`^# ${name}$`, 'm'));
    const call = name.startsWith('@host/create-')
      ? `npm create ${name.replace('create-', '')}@latest `
      : `npm install (--save-dev )?${name}$`;
    expect(page).toMatch(new RegExp(`^${call}`, 'm'));
  });

  // Commands are used in a shell.
  if (name === '@host/cli' || name.startsWith('@host/create-')) return;
  it('has a README that shows how it is used', async () => {
    const languages = fencedBlocks(await readme(folder)).map(({ language }) => language);
    expect(languages.filter((language) => /^tsx?$/.test(language))).not.toEqual([]);
  });
});

describe.each(repackaged)('the repackaged %s', (name, folder, manifest) => {
  it('says what it is, where it comes from, what it needs, and the license of the original', () => {
    expect(manifest).toMatchObject({ ...described(folder), license: 'MIT' });
    // An engine exports nothing.
    expect(manifest.types?.endsWith('.d.ts') ?? false).toBe(manifest.exports !== undefined);
  });

  it('has a README that says whose it is, and how a project gets it', async () => {
    const page = await readme(folder);
    expect(page).toMatch(new RegExp(`^# ${name}$`, 'm'));
    expect(page).toMatch(/\bMIT, by \w+/);
    // Either another package brings it, or a project has it under the name of the original.
    const bringing = ours.find(([, , each]) => each.optionalDependencies?.[name]);
    expect(page).toContain(
      bringing ? `npm install --save-dev ${bringing[0]}` : `"npm:${name}@${manifest.version}"`,
    );
  });
});

describe('the repository', () => {
  it('has what editors, version managers and those who found a hole look for', async () => {
    const read = (path: string) => readFile(join(ROOT, path), 'utf8');
    const { engines } = JSON.parse(await read('package.json')) as PackageJson;
    // The release line of the oldest Node that is promised: what is developed on it runs on the others.
    expect(`${(await read('.nvmrc')).trim()}.`).toBe(/\d+\./.exec(engines!.node)![0]);
    const editors = await read('.editorconfig');
    const format = JSON.parse(await read('.oxfmtrc.json')) as { printWidth: number };
    expect(editors).toMatch(/^root = true$/m);
    expect(editors).toMatch(new RegExp(`^max_line_length = ${format.printWidth}$`, 'm'));
    const security = await read('SECURITY.md');
    expect(security).toMatch(/^## Report a vulnerability$/m);
    expect(security).toMatch(/^## Supported versions$/m);
  });
});
