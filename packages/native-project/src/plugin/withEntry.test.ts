import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { applyToProjects } from '../generate/applyToProjects.ts';
import { generateProjects } from '../generate/generateProjects.ts';
import { startProject } from '../testing/startProject.ts';

const DELEGATE = 'ios/AcmeCo/AppDelegate.swift';
const APPLICATION = 'android/app/src/main/java/com/acme/shop/MainApplication.kt';
/** As in the template of Expo 57. */
const FACTORY = `    ExpoReactHostFactory.getDefaultReactHost(
      context = applicationContext,
      packageList =
        PackageList(this).packages
    )
`;

/** A project whose entry is that of Expo's template. */
async function startExpoProject() {
  const root = await startProject();
  await generateProjects(root, ['ios', 'android']);
  const change = async (path: string, from: string | RegExp, to: string) => {
    const text = await readFile(join(root, path), 'utf8');
    expect(text).toMatch(from);
    await writeFile(join(root, path), text.replace(from, to));
  };
  await change(DELEGATE, 'forBundleRoot: "index"', 'forBundleRoot: ".expo/.virtual-metro-entry"');
  await change(APPLICATION, /^ {4}getDefaultReactHost\([^]*?^ {4}\)\n/m, FACTORY);
  return root;
}

const read = async (root: string) =>
  Promise.all([DELEGATE, APPLICATION].map((path) => readFile(join(root, path), 'utf8')));

it('a project of Expo asks in development for what Re.Pack serves, by the first time it is applied', async () => {
  const root = await startExpoProject();
  await applyToProjects(root, ['ios', 'android']);
  const [delegate, application] = await read(root);
  expect(delegate).toContain('jsBundleURL(forBundleRoot: "index")');
  expect(delegate).not.toContain('.virtual-metro-entry');
  expect(application).toContain(
    'context = applicationContext,\n      jsMainModulePath = "index",\n      packageList =',
  );
  await applyToProjects(root, ['ios', 'android']);
  expect(await read(root)).toEqual([delegate, application]);
});

it('another entry that somebody named on android is replaced, and a factory without a context is refused', async () => {
  const root = await startExpoProject();
  const path = join(root, APPLICATION);
  const text = await readFile(path, 'utf8');
  const named = (line: string) => text.replace('      context = applicationContext,\n', line);
  await writeFile(path, named('      applicationContext,\n      jsMainModulePath = "other",\n'));
  await applyToProjects(root, ['android']);
  expect(await readFile(path, 'utf8')).toContain('jsMainModulePath = "index",');
  await writeFile(path, named('      applicationContext,\n'));
  await expect(applyToProjects(root, ['android'])).rejects.toThrow('no applicationContext');
});
