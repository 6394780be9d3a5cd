import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { type ConfigPlugin, XML, withDangerousMod } from '@expo/config-plugins';

import { projectRootOf } from '../../plugin/projectRootOf.ts';
import { readPng } from './readPng.ts';

const RESOURCES = 'app/src/main/res';
const NAMESPACE = 'http://schemas.android.com/apk/res/android';
const NAMES = ['ic_launcher', 'ic_launcher_round'];
/** Android scales a picture of the highest density down for others, so one is enough. */
const FINEST = 'mipmap-xxxhdpi';
const COARSER = ['mipmap-mdpi', 'mipmap-hdpi', 'mipmap-xhdpi', 'mipmap-xxhdpi'];
const COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** The icon of the app: one picture, and from android 8 on the layers of an adaptive icon. */
export const withAndroidIcon: ConfigPlugin = (config) => {
  const { icon: own, adaptiveIcon: layers } = config.android ?? {};
  const [field, icon] = [
    ['expo.android.icon', own],
    ['expo.icon', config.icon],
    ['expo.android.adaptiveIcon.foregroundImage', layers?.foregroundImage],
  ].find(([, path]) => path !== undefined) ?? ['', undefined];
  if (icon === undefined) return config;
  return withDangerousMod(config, [
    'android',
    async (mod) => {
      const root = projectRootOf(mod);
      const resources = join(mod.modRequest.platformProjectRoot, RESOURCES);
      const copy = async (name: string, path: string, target: string) => {
        const file = resolve(root, path);
        await readPng(name, file);
        await mkdir(join(resources, FINEST), { recursive: true });
        await copyFile(file, join(resources, FINEST, `${target}.png`));
      };
      for (const name of NAMES) {
        await copy(field!, icon, name);
        for (const folder of COARSER)
          await rm(join(resources, folder, `${name}.png`), { force: true });
      }
      if (layers?.foregroundImage !== undefined) await writeLayers(resources, layers, copy);
      return mod;
    },
  ]);
};

type Layers = NonNullable<NonNullable<Parameters<ConfigPlugin>[0]['android']>['adaptiveIcon']>;

async function writeLayers(
  resources: string,
  layers: Layers,
  copy: (field: string, path: string, target: string) => Promise<void>,
): Promise<void> {
  const { backgroundColor = '#FFFFFF' } = layers;
  if (!COLOUR.test(backgroundColor)) {
    throw new Error(
      `expo.android.adaptiveIcon.backgroundColor in app.json is ${backgroundColor}, expected a colour like #1A2B3C.`,
    );
  }
  const drawables: Record<string, { $: object }> = {};
  for (const layer of ['background', 'foreground', 'monochrome'] as const) {
    const path = layers[`${layer}Image`];
    if (path === undefined) continue;
    await copy(`expo.android.adaptiveIcon.${layer}Image`, path, `ic_launcher_${layer}`);
    drawables[layer] = drawable(`@mipmap/ic_launcher_${layer}`);
  }
  if (!drawables['background']) {
    await write(join(resources, 'values'), 'ic_launcher_background', {
      resources: { color: [{ $: { name: 'ic_launcher_background' }, _: backgroundColor }] },
    });
    drawables['background'] = drawable('@color/ic_launcher_background');
  }
  const { background, foreground, monochrome } = drawables;
  const icon = {
    $: { 'xmlns:android': NAMESPACE },
    background,
    foreground,
    ...(monochrome && { monochrome }),
  };
  for (const name of NAMES) {
    await write(join(resources, 'mipmap-anydpi-v26'), name, { 'adaptive-icon': icon });
  }
}

function drawable(name: string) {
  return { $: { 'android:drawable': name } };
}

async function write(folder: string, name: string, xml: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  await XML.writeXMLAsync({ path: join(folder, `${name}.xml`), xml });
}
