import { access, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';

import { IOSConfig } from '@expo/config-plugins';

import { type NativePlatform, compile } from './applyToProjects.ts';
import { copyTemplate } from './copyTemplate.ts';
import { OWN_NAME, isOwnPlugin, optionsOf } from './ownPlugin.ts';
import { readAppConfig } from './readAppConfig.ts';
import { TEMPLATE, requireSameReactNative } from './Template.ts';

/** A marker file for generated folders. */
const MARK = '.generated';

/**
 * Regenerates `ios/` and `android/` of a project from React Native's template and `app.json`. Folders that it did not
 * generate itself are left alone.
 */
export async function generateProjects(
  root: string,
  platforms: readonly NativePlatform[],
): Promise<void> {
  requireSameReactNative(root);
  const config = await readAppConfig(root);
  for (const platform of platforms) await requireOwn(root, platform);
  const names = {
    project: IOSConfig.XcodeUtils.sanitizedName(config.name),
    package: config.android.package,
  };
  // Next to the folders, so that they can be moved, and plugins can resolve the project's packages.
  const work = await mkdtemp(join(root, '.native-'));
  try {
    for (const platform of platforms) await copyTemplate(platform, join(work, platform), names);
    await symlink(join(root, 'node_modules'), join(work, 'node_modules'));
    await compile(withFilesOf(root, config, work), work, platforms);
    for (const platform of platforms) {
      const made = `Made by host-native from app.json and React Native ${TEMPLATE.version}: changes here are lost.\n`;
      await writeFile(join(work, platform, MARK), made);
      await rm(join(root, platform), { recursive: true, force: true });
      await rename(join(work, platform), join(root, platform));
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Makes paths absolute that plugins resolve relative to the folder of the native projects. */
function withFilesOf<Config extends Awaited<ReturnType<typeof readAppConfig>>>(
  root: string,
  config: Config,
  work: string,
): Config {
  const absolute = (platform: NativePlatform) => {
    const { googleServicesFile } = config[platform] as { googleServicesFile?: string };
    return {
      ...config[platform],
      ...(googleServicesFile && { googleServicesFile: resolve(root, googleServicesFile) }),
    };
  };
  const plugins = config.plugins?.map((plugin) => withAbsoluteFonts(plugin, root));
  // The plugin for locales does not support absolute paths.
  const locales = Object.entries(config.locales ?? {}).map(([tag, texts]) => [
    tag,
    typeof texts === 'string' ? relative(work, resolve(root, texts)) : texts,
  ]);
  return {
    ...config,
    ...(config.locales && { locales: Object.fromEntries(locales) as typeof config.locales }),
    ios: absolute('ios'),
    android: absolute('android'),
    ...(plugins && { plugins }),
  };
}

/** Our own plugin with its options; others are left as they are. */
function withAbsoluteFonts<Plugin>(plugin: Plugin, root: string): Plugin {
  if (!isOwnPlugin(plugin)) return plugin;
  const options = optionsOf(plugin);
  if (!options.fonts) return plugin;
  const fonts = options.fonts.map((font) => resolve(root, font));
  return [OWN_NAME, { ...options, fonts }] as Plugin;
}

async function requireOwn(root: string, platform: NativePlatform): Promise<void> {
  const folder = join(root, platform);
  const files = await readdir(folder).catch(() => []);
  if (files.length === 0) return;
  await access(join(folder, MARK)).catch(() => {
    throw new Error(
      `${platform}/ was not made by this command, so it is left as it is. Delete it to have it made, or use \`host-native apply\` to change it in place.`,
    );
  });
}
