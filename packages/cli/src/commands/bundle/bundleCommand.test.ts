import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openHostBundle } from '@host/headless-host';
import { beforeAll, describe, expect, it } from 'vitest';

import { edit } from '../../testing/edit.ts';
import { linkProject } from '../../testing/linkProject.ts';
import { miniapp } from '../../testing/miniapp.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';

/** A few builds of a process each. */
const BUILDS_MS = 180_000;

describe('miniapp bundle', { timeout: BUILDS_MS }, () => {
  let root: string;
  beforeAll(async () => {
    root = await linkProject();
  });
  const bundle = (...args: string[]) => miniapp(['bundle', ...args], { cwd: root });

  it('builds for the web and shows how large every file is', async () => {
    const { code, stdout, stderr } = await bundle('--platform', 'web');
    expect(stdout).toMatch(/^✔ web in .+ s\n/);
    expect(stdout).toMatch(/com_acme_sample\.container\.js +\d+\.\d kB +\d+\.\d kB gzip/);
    expect(stdout).toContain('Log in to compare with the published version: `miniapp login`.');
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('builds ios and android into the layout of the interface, with one federation manifest', async () => {
    const result = await bundle('--platform', 'ios,android', '--json');
    expect(result.json()).toMatchObject({
      ok: true,
      appId: 'com.acme.sample',
      manifestDifferences: [],
      builds: [{ platform: 'ios' }, { platform: 'android' }],
    });
    expect(result.stderr).toBe('');
    const read = (platform: string) =>
      readFile(join(root, 'build', platform, 'mf-manifest.json'), 'utf8');
    expect(await read('ios')).toBe(await read('android'));
    await readFile(join(root, 'build/ios/index.bundle'));
    await readFile(join(root, 'build/android/com_acme_sample.container.js'));
  });

  it('takes the platform from the environment, as the scripts of the interface set it', async () => {
    const options = { cwd: root, env: { platform: 'ios' } };
    const result = await miniapp(['bundle', '--json'], options);
    expect(result.json()).toMatchObject({ ok: true, builds: [{ platform: 'ios' }] });
    const wrong = await miniapp(['bundle'], { cwd: root, env: { platform: 'windows' } });
    expect(wrong.stderr).toContain('"windows" is not a platform.');
  });

  it('with STANDALONE=true makes an index.bundle that runs the mini-app without a host', async () => {
    const result = await miniapp(['bundle', '-p', 'ios'], {
      cwd: root,
      env: { STANDALONE: 'true' },
    });
    expect([result.stderr, result.code]).toEqual(['', 0]);
    const app = await openHostBundle({
      dir: join(root, 'build/ios'),
      platform: 'ios',
      component: 'com_acme_sample',
      servers: {},
    });
    await app.waitForText('Hello Ada');
    await app.press('Change something');
    await app.waitForText('Add to favourites');
    expect(app.errors()).toEqual([]);
    await app.close();
  });

  it('says where the federation manifests of ios and android differ, and because of which file', async () => {
    await writeFile(
      join(root, 'src/lazy.ios.ts'),
      `export { useSafeAreaInsets } from 'react-native-safe-area-context';
export const load = () => import('./heavy');`,
    );
    await writeFile(join(root, 'src/lazy.android.ts'), `export const load = () => undefined;`);
    await writeFile(join(root, 'src/heavy.ts'), `export const heavy = 1;`);
    await edit(
      root,
      'src/services/items.ts',
      'import {',
      `import { load } from '../lazy';\nvoid load;\nimport {`,
    );
    const { stdout, code } = await bundle('--platform', 'ios,android');
    expect(stdout).toContain('! The federation manifests of ios and android differ:');
    expect(stdout).toContain('because of src/lazy.android.ts, src/lazy.ios.ts');
    // Which files hold what is each platform's own business, and the manifest is for both.
    expect(stdout).not.toContain('assets.');
    const manifest = JSON.parse(await readFile(join(root, 'build/ios/mf-manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({ exposes: [{ assets: { js: { sync: [], async: [] } } }] });
    expect(code).toBe(0);
    await edit(root, 'src/services/items.ts', `import { load } from '../lazy';\nvoid load;\n`, '');
    await Promise.all(
      ['lazy.ios', 'lazy.android', 'heavy'].map((name) => rm(join(root, `src/${name}.ts`))),
    );
  });

  it.each([
    [
      ['--platform', 'windows'],
      '✖ "windows" is not a platform.\n  Use --platform ios, android, web or all.\n',
    ],
    [
      [],
      '✖ No platform is given.\n  Add --platform ios, android, web or all, or set the environment variable `platform`.\n',
    ],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await bundle(...args);
    expect(stderr).toBe(message);
    expect(code).toBe(2);
  });

  it('says that there is no manifest.json', async () => {
    const empty = await temporaryFolder('empty');
    const { code, stderr } = await miniapp(['bundle', '-p', 'web'], { cwd: empty });
    expect(stderr).toMatch(
      /^✖ There is no manifest\.json in .+\.\n {2}Run the command in a mini-app’s folder; `miniapp create` makes one\.\n$/,
    );
    expect(code).toBe(1);
  });

  it('says every problem of manifest.json', async () => {
    await edit(root, 'manifest.json', '"version": "0.1.0"', '"version": "1"');
    const { stderr } = await bundle('-p', 'web');
    expect(stderr).toContain('✖ manifest.json does not fit:\n    version: a version has the form');
    await edit(root, 'manifest.json', '"version": "1"', '"version": "0.1.0"');
  });

  it('says that App has no default export', async () => {
    await edit(root, 'src/App.tsx', 'export default function', 'export function');
    const { code, stderr } = await bundle('-p', 'web');
    expect(stderr).toBe(
      '✖ src/App.tsx has no default export.\n  Export the root component: `export default function App() { … }`.\n',
    );
    expect(code).toBe(1);
    await edit(root, 'src/App.tsx', 'export function', 'export default function');
  });

  it('says which shared module the host cannot meet', async () => {
    await edit(
      root,
      'rspack.config.mjs',
      'dirname }',
      `dirname, host: { '@react-navigation/native': '6.1.0' } }`,
    );
    const { code, stderr } = await bundle('-p', 'web');
    expect(stderr).toMatch(
      /^✖ The mini-app needs @react-navigation\/native@\^7\.0\.0, and the host provides 6\.1\.0\.\n {2}Set /,
    );
    expect(code).toBe(1);
    await edit(root, 'rspack.config.mjs', `, host: { '@react-navigation/native': '6.1.0' }`, '');
  });

  it.each(['web', 'ios'])(
    'shows a mistake in the source with file, line and code, and no stack (%s)',
    async (platform) => {
      await edit(root, 'src/services/items.ts', 'export function', 'export funtion');
      const { code, stderr } = await bundle('-p', platform);
      expect(stderr).toMatch(
        /✖ The build failed with an error:\n {4}src\/services\/items\.ts:\d+:\d+\n/,
      );
      expect(stderr).toMatch(/> +\d+ \| export funtion/);
      expect(stderr).toMatch(/\n {2}Correct it and run the command again\.\n$/);
      expect(stderr).not.toMatch(/\n[\s│]+at /);
      expect(stderr.split('\n').length).toBeLessThan(15);
      expect(code).toBe(1);
      const { error } = (await bundle('-p', platform, '--json')).json() as {
        error: { code: string; problems: object[] };
      };
      expect(error.code).toBe('build-failed');
      expect(error.problems).toMatchObject([
        {
          file: 'src/services/items.ts',
          line: expect.any(Number) as number,
          column: expect.any(Number) as number,
          frame: expect.stringContaining('export funtion') as string,
        },
      ]);
      await edit(root, 'src/services/items.ts', 'export funtion', 'export function');
    },
  );

  it('names an import that leads nowhere, with its line, and the package to install', async () => {
    const imports = `import './nowhere';\nimport 'no-such-package/part';\n`;
    await edit(root, 'src/services/items.ts', 'import', `${imports}import`);
    const result = await bundle('-p', 'ios', '--json');
    expect(result.json()).toMatchObject({
      error: {
        problems: [
          { file: 'src/services/items.ts', line: 1, message: 'There is no ./nowhere.' },
          {
            file: 'src/services/items.ts',
            line: 2,
            message:
              'There is no package no-such-package. Install it: `npm install no-such-package`.',
          },
        ],
      },
    });
    await edit(root, 'src/services/items.ts', imports, '');
  });

  it('says to install first when the bundler is not there', async () => {
    await rm(join(root, 'node_modules'), { recursive: true });
    const { stderr } = await bundle('-p', 'web');
    expect(stderr).toBe(
      '✖ @host/bundler is not installed in this project.\n  Install the dependencies first: `npm install`.\n',
    );
  });
});
