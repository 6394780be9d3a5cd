import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { applyToProjects, generateProjects } from '@host/native-project';
import { expect, it, onTestFinished } from 'vitest';

import { documentedBlock } from '../scripts/build/documentedBlock.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** With what the plugin of the page imports. */
const INSTALLED = join(ROOT, 'packages/native-project/node_modules');
const BUILD = 'android/app/build.gradle';

it('a plugin of an app signs its release builds, each time that its projects are made', async () => {
  const root = await mkdtemp(join(tmpdir(), 'own-native-changes-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const plugin = await documentedBlock('packages/native-project/README.md', 'js', 'native-changes');
  const { plugins } = JSON.parse(
    await documentedBlock('packages/native-project/README.md', 'json', 'native-changes.cjs'),
  ) as { plugins: unknown };
  const expo = {
    name: 'Acme',
    slug: 'acme',
    scheme: 'acme',
    ios: { bundleIdentifier: 'com.acme.shop' },
    android: { package: 'com.acme.shop' },
    plugins,
  };
  await writeFile(join(root, 'native-changes.cjs'), plugin);
  await writeFile(join(root, 'app.json'), JSON.stringify({ expo }));
  await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'acme' }));
  await symlink(INSTALLED, join(root, 'node_modules'));

  await generateProjects(root, ['android']);
  const once = await readFile(join(root, BUILD), 'utf8');
  const [, configs = '', types = ''] = /signingConfigs \{(.*?)buildTypes \{(.*)/s.exec(once) ?? [];
  expect(configs).toMatch(/^\s+release \{\s+if \(project\.hasProperty\('UPLOAD_STORE_FILE'\)\) \{/);
  expect(configs).toMatch(/\n {8}debug \{\s+storeFile file\('debug\.keystore'\)/);
  const [debug, release] = [...types.matchAll(/^ +signingConfig (\S+)$/gm)].map(([, name]) => name);
  expect([debug, release]).toEqual(['signingConfigs.debug', 'signingConfigs.release']);
  const properties = [...configs.matchAll(/^ +\w+ (?:file\()?(UPLOAD_\w+)/gm)];
  expect(properties).toHaveLength(4);
  const page = await readFile(join(ROOT, 'packages/native-project/README.md'), 'utf8');
  for (const [, property] of properties) expect(page).toContain(`\`${property}\``);

  await generateProjects(root, ['android']);
  await applyToProjects(root, ['android']);
  expect(await readFile(join(root, BUILD), 'utf8')).toBe(once);
});
