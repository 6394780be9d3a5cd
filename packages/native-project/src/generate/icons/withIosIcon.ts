import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import {
  type ConfigPlugin,
  IOSConfig,
  WarningAggregator,
  withDangerousMod,
} from '@expo/config-plugins';

import { projectRootOf } from '../../plugin/projectRootOf.ts';
import { readPng } from './readPng.ts';

/** Xcode generates all other sizes from it. */
const PIXELS = 1024;
const FOLDER = 'Images.xcassets/AppIcon.appiconset';

/** The icon of the app, one picture for each appearance in `app.json`. */
export const withIosIcon: ConfigPlugin = (config) => {
  const icon = config.ios?.icon ?? config.icon;
  if (icon === undefined) return config;
  const field = config.ios?.icon === undefined ? 'expo.icon' : 'expo.ios.icon';
  const pictures = typeof icon === 'string' ? [[field, 'light', icon] as const] : looksOf(icon);
  return withDangerousMod(config, [
    'ios',
    async (mod) => {
      const { projectRoot, platformProjectRoot } = mod.modRequest;
      const project = IOSConfig.XcodeUtils.getProjectName(projectRoot);
      const folder = join(platformProjectRoot, project, FOLDER);
      await mkdir(folder, { recursive: true });
      const images = [];
      for (const [name, look, path] of pictures) {
        const file = resolve(projectRootOf(mod), path);
        await requireIcon(name, look, file);
        const filename = `AppIcon-${look}.png`;
        await copyFile(file, join(folder, filename));
        images.push(imageOf(look, filename));
      }
      const contents = { images, info: { author: 'xcode', version: 1 } };
      await writeFile(join(folder, 'Contents.json'), `${JSON.stringify(contents, null, 2)}\n`);
      return mod;
    },
  ]);
};

function looksOf(icon: object) {
  return Object.entries(icon as Record<string, string>).map(
    ([look, path]) => [`expo.ios.icon.${look}`, look, path] as const,
  );
}

async function requireIcon(field: string, look: string, file: string): Promise<void> {
  const { pixels, hasAlpha } = await readPng(field, file);
  if (pixels !== PIXELS) {
    throw new Error(
      `${field} in app.json is ${pixels} × ${pixels} px, expected ${PIXELS} × ${PIXELS}: ios takes its icon in this size alone.`,
    );
  }
  if (look === 'light' && hasAlpha) {
    WarningAggregator.addWarningIOS(
      field,
      `${file} has an alpha channel, which the App Store refuses in an icon. Save it without.`,
    );
  }
}

function imageOf(look: string, filename: string): object {
  const appearances = [{ appearance: 'luminosity', value: look }];
  const size = `${PIXELS}x${PIXELS}`;
  return {
    ...(look !== 'light' && { appearances }),
    filename,
    idiom: 'universal',
    platform: 'ios',
    size,
  };
}
