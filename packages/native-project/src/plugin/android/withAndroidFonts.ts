import { join } from 'node:path';

import { type ConfigPlugin, withDangerousMod } from '@expo/config-plugins';

import { copyFonts, fontFiles } from '../fontFiles.ts';
import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

/** React Native finds a font by its file name in this folder. */
const FOLDER = 'app/src/main/assets/fonts';

/** Adds fonts to the app, which mini-apps use by name. */
export const withAndroidFonts: ConfigPlugin<HostPluginOptions> = (config, options) => {
  if (!options.fonts?.length) return config;
  return withDangerousMod(config, [
    'android',
    async (mod) => {
      const { projectRoot, platformProjectRoot } = mod.modRequest;
      await copyFonts(fontFiles(options, projectRoot), join(platformProjectRoot, FOLDER));
      return mod;
    },
  ]);
};
