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
  const files = await readFiles(TEMPLATE.folder);
  await expect(describeTemplate(TEMPLATE.version, files), NOT_AS_BEFORE).toMatchFileSnapshot(
    'expected/template.txt',
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
