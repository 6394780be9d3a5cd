import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { packInto } from './packInto.mjs';

let root = '';
let target = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'to-pack-'));
  target = join(root, '.packed');
  await mkdir(target);
  await mkdir(join(root, 'scripts/build'), { recursive: true });
  await mkdir(join(root, 'node_modules'));
  await writeFile(join(root, 'package.json'), '{ "name": "all", "private": true }');
  await writeFile(join(root, 'pnpm-workspace.yaml'), 'packages: [packages/*, repackaged/*]\n');
  for (const file of ['pnpm-lock.yaml', 'tsconfig.base.json', 'tsconfig.react.json']) {
    await symlink(resolve(file), join(root, file));
  }
  await addPackage('packages/one', { name: '@acme/one' });
  await addPackage('packages/hidden', { name: '@acme/hidden', private: true });
  await addPackage('repackaged/two', { name: '@acme/two' });
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function addPackage(path, manifest) {
  const folder = join(root, path);
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  const scripts = { build: 'mkdir dist && echo built > dist/index.js' };
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ version: '1.0.0', files: ['dist'], scripts, ...manifest }),
  );
}

// Building all of them takes minutes on a slow machine, so progress has to be shown.
describe('packing packages', () => {
  it('tells of every package that is built, and of packing before there is any', async () => {
    const told = [];
    await packInto(root, target, (step) => {
      told.push({ step, packed: readdirSync(target).length });
    });
    const built = told.slice(0, -1).map(({ step }) => step);
    expect(built.map((step) => step.replace(/@acme\/\w+/, 'one'))).toEqual([
      'built one (1 of 2)',
      'built one (2 of 2)',
    ]);
    expect(built.join()).toContain('@acme/one');
    expect(built.join()).toContain('@acme/two');
    expect(told.at(-1)?.step).toBe('packing 2 packages');
    expect(told.map((one) => one.packed)).toEqual([0, 0, 0]);
    expect((await readdir(target)).toSorted()).toEqual([
      'acme-one-1.0.0.tgz',
      'acme-two-1.0.0.tgz',
    ]);
  });

  it('leaves the folders of the packages as they are', async () => {
    await packInto(root, target, () => {});
    expect(await readdir(join(root, 'packages/one'))).toEqual(['node_modules', 'package.json']);
  });

  it('says what a build said that failed, also while another one goes on', async () => {
    const wrong = { build: 'echo this is wrong && exit 1' };
    const slow = {
      build: 'mkdir dist && for i in 1 2 3 4 5 6 7 8 9; do echo > dist/$i; sleep 0.05; done',
    };
    await addPackage('packages/one', { name: '@acme/one', scripts: wrong });
    await addPackage('repackaged/two', { name: '@acme/two', scripts: slow });
    await expect(packInto(root, target, () => {})).rejects.toThrow('this is wrong');
    expect(await readdir(target)).toEqual([]);
  });
});
