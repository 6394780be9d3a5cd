import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import {
  AndroidConfig,
  type ConfigPlugin,
  XML,
  withAndroidManifest,
  withDangerousMod,
} from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const FILE = 'app/src/main/res/xml/locales_config.xml';
const NAMESPACE = 'http://schemas.android.com/apk/res/android';

/** Declares the app's languages, which people can choose from in the system's settings. */
export const withAndroidLanguages: ConfigPlugin<HostPluginOptions> = (config, { languages }) => {
  if (languages === undefined) return config;
  const named = withAndroidManifest(config, (mod) => {
    const application = AndroidConfig.Manifest.getMainApplicationOrThrow(mod.modResults);
    Object.assign(application.$, { 'android:localeConfig': '@xml/locales_config' });
    return mod;
  });
  return withDangerousMod(named, [
    'android',
    async (mod) => {
      const path = join(mod.modRequest.platformProjectRoot, FILE);
      await mkdir(dirname(path), { recursive: true });
      const locale = languages.map((tag) => ({ $: { 'android:name': tag } }));
      const xml = { 'locale-config': { $: { 'xmlns:android': NAMESPACE }, locale } };
      await XML.writeXMLAsync({ path, xml });
      return mod;
    },
  ]);
};
