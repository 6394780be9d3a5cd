import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { compileModsAsync, withPlugins } from '@expo/config-plugins';

import { withHost } from '../plugin/withHost.ts';
import { isOwnPlugin, optionsOf } from './ownPlugin.ts';
import { type AppConfig, readAppConfig } from './readAppConfig.ts';
import { unreadFields } from './unreadFields.ts';
import { withIdentity } from './withIdentity.ts';

export type NativePlatform = 'ios' | 'android';

/**
 * Applies `app.json` to existing native projects, for an app that maintains its own. Existing settings are kept, and it is
 * idempotent.
 */
export async function applyToProjects(
  root: string,
  platforms: readonly NativePlatform[],
): Promise<void> {
  for (const platform of platforms) await requireProject(root, platform);
  await compile(await readAppConfig(root), root, platforms);
}

/** Runs all plugins of a configuration on the projects below `projects`. */
export async function compile(
  config: AppConfig,
  projects: string,
  platforms: readonly NativePlatform[],
): Promise<void> {
  const { plugins = [], ...identity } = config;
  for (const field of unreadFields(config)) {
    console.warn(
      `expo.${field} is not read by host-native: it has no effect, unless a plugin of yours reads it.`,
    );
  }
  const named = withIdentity(identity);
  const ours = plugins.find(isOwnPlugin);
  const withOurs = withHost(named, optionsOf(ours));
  const others = plugins.filter((plugin) => !isOwnPlugin(plugin));
  const all = withPlugins(withOurs, others as Parameters<typeof withPlugins>[1]);
  await compileModsAsync(all, { projectRoot: projects, platforms: [...platforms] });
}

async function requireProject(root: string, platform: NativePlatform): Promise<void> {
  const isThere = await stat(join(root, platform)).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isThere) return;
  throw new Error(
    `There is no folder ${platform}/ in ${root}. Without \`apply\` the command makes one.`,
  );
}
