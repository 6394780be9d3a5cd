import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  type ConfigPlugin,
  type ExportedConfig,
  compileModsAsync,
  withAndroidManifest,
  withInfoPlist,
  withStringsXml,
  withXcodeProject,
} from '@expo/config-plugins';
import { expect, it } from 'vitest';

import { changesOf } from '../testing/changesOf.ts';
import { describeTemplate } from '../testing/describeTemplate.ts';
import { readFiles } from '../testing/readFiles.ts';
import { startProject } from '../testing/startProject.ts';
import { copyTemplate } from './copyTemplate.ts';
import { generateProjects } from './generateProjects.ts';
import { TEMPLATE } from './Template.ts';

const BOTH = ['ios', 'android'] as const;
const HOST = { component: 'host', linkDomains: ['acme.example'], languages: ['en', 'zh-Hans'] };
/** What to do when one of these fails after an upgrade of React Native. */
const NOT_AS_BEFORE =
  'The template is another one. Read what changed (https://react-native-community.github.io/upgrade-helper/), see that the plugin still fits, then run this test with --update.';

it('the template is the one that the plugin was written for', async () => {
  const files = {
    ...(await readFiles(TEMPLATE.folder)),
    // Its text is kept here, and what it may be kept under.
    LICENSE: await readFile(join(TEMPLATE.folder, '../LICENSE'), 'latin1'),
  };
  await expect(describeTemplate(TEMPLATE.version, files), NOT_AS_BEFORE).toMatchFileSnapshot(
    'expected/template.txt',
  );
});

it('another template differs from it in the files and in the lines that changed', () => {
  const gradle = (sdk: number) => `buildscript {\n    compileSdkVersion = ${sdk}\n}\n`;
  const before = describeTemplate('0.86.3', {
    'android/build.gradle': gradle(36),
    'ios/Podfile': 'platform :ios\n',
    'android/app/debug.keystore': '\x00\x01',
  }).split('\n');
  const after = describeTemplate('0.87.0', {
    'android/build.gradle': gradle(37),
    'ios/Podfile': 'platform :ios\n',
    'android/app/debug.keystore': '\x00\x02',
  }).split('\n');
  const added = after.filter((line) => !before.includes(line));
  expect(added).toEqual([
    '@react-native-community/template 0.87.0',
    expect.stringMatching(/^[\da-f]{12} android\/app\/debug\.keystore$/),
    expect.stringMatching(/^[\da-f]{12} android\/build\.gradle$/),
    '    compileSdkVersion = 37',
  ]);
  expect(after.join('\n')).not.toContain('\x02');
});

it('the template is for no project with React Native of another line', async () => {
  const root = await startProject();
  const installed = join(root, 'node_modules');
  await rm(installed);
  await mkdir(join(installed, 'react-native'), { recursive: true });
  const manifest = { name: 'react-native', version: '0.87.2' };
  await writeFile(join(installed, 'react-native/package.json'), JSON.stringify(manifest));
  await expect(generateProjects(root, BOTH)).rejects.toThrow(
    `React Native 0.87.2 is installed, and these native projects are for ${TEMPLATE.version}.`,
  );
});

it('a host changes these lines of the template, and no others', async () => {
  const root = await startProject({ host: HOST });
  for (const platform of BOTH) {
    await copyTemplate(platform, join(root, platform), {
      project: 'AcmeCo',
      package: 'com.acme.shop',
    });
  }
  await writeAsPluginsDo(root);
  const before = await readFiles(root);
  const generated = await startProject({ host: HOST });
  await generateProjects(generated, BOTH);
  await expect(
    await changesOf(before, await readFiles(generated)),
    NOT_AS_BEFORE,
  ).toMatchFileSnapshot('expected/changes.diff');
});

/** Plugins write XML and property lists in a form of their own, which is no change. */
async function writeAsPluginsDo(root: string): Promise<void> {
  const same = <Mod>(mod: Mod) => mod;
  const plugins: ConfigPlugin[] = [
    (config) => withAndroidManifest(config, same),
    (config) => withStringsXml(config, same),
    (config) => withInfoPlist(config, same),
    (config) => withXcodeProject(config, same),
  ];
  const config = plugins.reduce<ExportedConfig>((changed, plugin) => plugin(changed), {
    name: 'Acme',
    slug: 'acme',
  });
  await compileModsAsync(config, { projectRoot: root, platforms: [...BOTH] });
}
