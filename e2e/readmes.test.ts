import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { compile } from './types/compile.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SLOW_MS = 240_000;

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

/** The first code of a page that the compiler can read. */
function firstSnippet(page: string): { name: string; text: string } | undefined {
  const [, kind, text] = /^```(tsx?)\n(.*?)^```$/ms.exec(page) ?? [];
  return text === undefined ? undefined : { name: `readme.${kind}`, text };
}

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
    if (name === '@host/cli' || name === '@host/create-miniapp') return;
    it(
      'has a README whose first code compiles',
      async () => {
        const snippet = firstSnippet(await readme(folder));
        expect(snippet).toBeDefined();
        expect(await compile(folder, { sources: { [snippet!.name]: snippet!.text } })).toBe('');
      },
      SLOW_MS,
    );
  },
);

it(
  'code that does not compile is told',
  async () => {
    const page = ['```ts', `import { nothing } from '@host/contracts';`, '```'].join('\n');
    const { name, text } = firstSnippet(page)!;
    expect(await compile('packages/contracts', { sources: { [name]: text } })).toContain('TS2305');
  },
  SLOW_MS,
);
