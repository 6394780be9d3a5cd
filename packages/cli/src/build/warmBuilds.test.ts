import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { listFiles } from '../project/listFiles.ts';
import {
  babelConfig,
  babelPlugin,
  configureProject,
  putDependency,
  putFile,
  putPaths,
} from '../testing/configureProject.ts';
import { edit } from '../testing/edit.ts';
import { linkProject } from '../testing/linkProject.ts';
import { miniapp } from '../testing/miniapp.ts';

/** A few builds of a process each. */
const BUILDS_MS = 180_000;

let root: string;
const env: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  root = await linkProject();
  await configureProject(root);
});

const build = (...args: string[]) => buildFor('web', ...args);

/** Builds, and gives the code and a digest of everything that was written. */
async function buildFor(
  platform: string,
  ...args: string[]
): Promise<{ code: string; digest: string }> {
  const result = await miniapp(['bundle', '-p', platform, ...args], { cwd: root, env });
  expect(result.stderr).toBe('');
  const dir = join(root, 'build', platform);
  const hash = createHash('sha256');
  let code = '';
  for (const path of await listFiles(dir)) {
    const content = await readFile(join(dir, path), 'utf8');
    hash.update(`${path} ${content.length}\n${content}`);
    if (!path.endsWith('.map')) code += content;
  }
  return { code, digest: hash.digest('hex') };
}

const CHANGES: [kind: string, change: () => Promise<unknown>, shows: string][] = [
  ['a source', () => edit(root, 'src/seen.ts', 'source one', 'source two'), 'source two'],
  [
    'an alias in the configuration',
    () => edit(root, 'rspack.config.mjs', 'words/english.ts', 'words/german.ts'),
    'hallo',
  ],
  [
    'a file that the configuration imports',
    () => edit(root, 'config/flavour.mjs', 'vanilla', 'strawberry'),
    'strawberry',
  ],
  [
    'an environment variable that the configuration reads',
    async () => (env['BACK_END'] = 'https://staging.example'),
    'https://staging.example',
  ],
  [
    'the configuration of Babel',
    () => putFile(root, 'babel.config.cjs', babelConfig('babel two')),
    'babel two',
  ],
  [
    'a plugin that it names',
    () => putFile(root, 'config/plugin.cjs', babelPlugin('plugin two')),
    'plugin two',
  ],
  ['paths in tsconfig.json', () => putPaths(root, 'other'), 'second path'],
  ['the version of a dependency', () => putDependency(root, '1.1.0', 'two'), 'number two'],
  ['a patched dependency', () => putDependency(root, '1.1.0', 'three'), 'number three'],
];

describe('a build from a warm cache', { timeout: BUILDS_MS }, () => {
  it.each(CHANGES)(
    'is the one from a cold cache after a change of %s',
    async (_, change, shows) => {
      expect((await build()).code).not.toContain(shows);
      await change();
      const warm = await build();
      expect(warm.code).toContain(shows);
      const cold = await build('--clear');
      expect(warm.digest).toBe(cold.digest);
    },
  );

  it.each(['ios', 'android'])('is the one from a cold cache for %s', async (platform) => {
    const before = await buildFor(platform);
    await edit(root, 'src/seen.ts', 'source', `source for ${platform}, and`);
    const warm = await buildFor(platform);
    expect(warm.code).toContain(`source for ${platform}`);
    expect(warm.digest).not.toBe(before.digest);
    expect((await buildFor(platform, '--clear')).digest).toBe(warm.digest);
  });

  it('is the one from a cold cache after a build that failed', async () => {
    await rm(join(root, 'node_modules/counting'), { recursive: true });
    const failed = await miniapp(['bundle', '-p', 'web'], { cwd: root, env });
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('counting');
    await putDependency(root, '1.2.0', 'four');
    const warm = await build();
    expect(warm.code).toContain('number four');
    await edit(root, 'config/flavour.mjs', 'export', 'exprt');
    expect((await miniapp(['bundle', '-p', 'web'], { cwd: root, env })).code).toBe(1);
    await edit(root, 'config/flavour.mjs', 'exprt', 'export');
    expect((await build()).digest).toBe(warm.digest);
    expect((await build('--clear')).digest).toBe(warm.digest);
  });
});
