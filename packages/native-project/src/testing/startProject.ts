import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { onTestFinished } from 'vitest';

import type { HostPluginOptions } from '../plugin/HostPluginOptions.types.ts';

const INSTALLED = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The default `app.json` of a project. */
const APP = {
  name: 'Acme & Co',
  slug: 'acme',
  scheme: 'acme',
  version: '1.2.3',
  ios: { bundleIdentifier: 'com.acme.shop', buildNumber: '7' },
  android: { package: 'com.acme.shop', versionCode: 7 },
};

interface ProjectOptions {
  /** Replaces the default `app.json`. */
  app?: object;
  host?: HostPluginOptions;
  /** Third-party plugins. */
  plugins?: readonly unknown[];
  /** The project's dependencies. */
  dependencies?: readonly string[];
}

/** Creates a project folder with an `app.json` and dependencies, which is deleted after the test. */
export async function startProject(options: ProjectOptions = {}) {
  const { dependencies = [] } = options;
  const root = await mkdtemp(join(tmpdir(), 'native-project-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const installed = Object.fromEntries(dependencies.map((name) => [name, '*']));
  await writeFile(
    join(root, 'package.json'),
    JSON.stringify({ name: 'acme', dependencies: installed }),
  );
  await writeAppConfig(root, options);
  await symlink(INSTALLED, join(root, 'node_modules'));
  return root;
}

/** Writes `app.json` of a project, replacing the existing one. */
export async function writeAppConfig(root: string, options: ProjectOptions): Promise<void> {
  const { app, host = {}, plugins = [] } = options;
  const expo = { ...APP, plugins: [['@host/native-project', host], ...plugins], ...app };
  await writeFile(join(root, 'app.json'), JSON.stringify({ expo }));
}
