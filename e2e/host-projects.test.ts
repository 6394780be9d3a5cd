import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, it, onTestFinished } from 'vitest';

import { setAside } from './host/setAside.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

it('nothing of a native project is in the repository', async (context) => {
  const git = promisify(execFile)('git', ['ls-files', '-z', '--cached'], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  const listed = await git.catch(() => undefined);
  // A copy of the sources has no list of them.
  if (!listed) {
    context.skip('not a repository of git');
    return;
  }
  const files = listed.stdout.split('\0');
  expect(files).toContain('apps/host/app.json');
  const isNative = (path: string) =>
    /^apps\/[^/]+\/(?:ios|android)\/|^packages\/create-host\/template\/(?:ios|android)\//.test(
      path,
    ) ||
    /(?:\.pbxproj|\.xcscheme|\/AndroidManifest\.xml|\/Podfile|\/gradlew|\/build\.gradle)$/.test(
      path,
    );
  expect(files.filter(isNative)).toEqual([]);
});

it('what a developer had made is there again after a test that needed its place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'set-aside-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [ios, kept] = [join(folder, 'ios'), join(folder, 'kept/ios')];
  await mkdir(ios);
  await writeFile(join(ios, 'Podfile.lock'), 'mine');
  await setAside(ios, kept);
  await mkdir(ios);
  await writeFile(join(ios, 'made'), 'by a test that was killed');

  const putBack = await setAside(ios, kept);
  await putBack();
  expect(await readdir(ios)).toEqual(['Podfile.lock']);
  expect(await readFile(join(ios, 'Podfile.lock'), 'utf8')).toBe('mine');

  await rm(ios, { recursive: true });
  const putNothingBack = await setAside(ios, kept);
  await mkdir(ios);
  await putNothingBack();
  expect(await readdir(folder)).toEqual(['kept']);
});
