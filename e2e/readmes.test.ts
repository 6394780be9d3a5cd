import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { fencedBlocks } from '../scripts/build/fencedBlocks.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

interface PackageJson {
  name: string;
  private?: boolean;
  description?: string;
  license?: string;
  repository?: { url: string; directory: string };
  engines?: { node: string };
  types?: string;
  exports?: object;
  publishConfig?: { types?: string };
}

const folders = (await readdir(join(ROOT, 'packages'))).map((name) => join('packages', name));
const packages = await Promise.all(
  folders.map(async (folder) => {
    const text = await readFile(join(ROOT, folder, 'package.json'), 'utf8');
    return { folder, manifest: JSON.parse(text) as PackageJson };
  }),
);
const published = packages.filter(({ manifest }) => manifest.private !== true);
const readme = (folder: string) => readFile(join(ROOT, folder, 'README.md'), 'utf8');

describe.each(published.map(({ folder, manifest }) => [manifest.name, folder, manifest] as const))(
  'the package %s',
  (name, folder, manifest) => {
    it('says what it is, where it comes from and what it needs', () => {
      expect(manifest).toMatchObject({
        description: expect.stringMatching(/.{20}/),
        license: 'Apache-2.0',
        repository: { directory: folder },
        engines: { node: '>=20.19' },
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
  },
);
