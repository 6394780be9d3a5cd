import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { AndroidConfig, IOSConfig, XML } from '@expo/config-plugins';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { plist } from '../testing/plist.ts';
import { pngOf } from '../testing/pngOf.ts';
import { readFiles } from '../testing/readFiles.ts';
import { startProject } from '../testing/startProject.ts';
import type { NativePlatform } from './applyToProjects.ts';
import { generateProjects } from './generateProjects.ts';
import { READ_FIELDS } from './unreadFields.ts';

const BOTH = ['ios', 'android'] as const;
const IOS = { bundleIdentifier: 'com.acme.shop', buildNumber: '7' };
const ANDROID = { package: 'com.acme.shop', versionCode: 7 };
const RESOURCES = 'android/app/src/main/res';
const ICONS = 'ios/AcmeCo/Images.xcassets/AppIcon.appiconset';

const read = (root: string, path: string) => readFile(join(root, path), 'utf8');

/** A project with pictures, and what the command warned of while its native projects were made. */
async function generate(app: object, platforms: readonly NativePlatform[] = BOTH) {
  const root = await startProject({ app });
  await mkdir(join(root, 'pictures'));
  for (const [name, png] of Object.entries(PICTURES)) {
    await writeFile(join(root, 'pictures', name), png);
  }
  const warned: string[] = [];
  const spy = vi
    .spyOn(console, 'warn')
    .mockImplementation((text: string) => void warned.push(text));
  onTestFinished(() => spy.mockRestore());
  await generateProjects(root, platforms);
  return { root, warned };
}

const PICTURES = {
  'icon.png': pngOf(1024, 2),
  'dark.png': pngOf(1024, 6),
  'small.png': pngOf(512, 2),
  'foreground.png': pngOf(432, 6),
  'wide.png': pngOf(432, 6, 216),
  'text.png': Buffer.from('no picture, however long the text is'),
};

describe('the icon of an app', () => {
  it('is one picture on ios, of which Xcode makes all sizes', async () => {
    const { root, warned } = await generate({ icon: './pictures/icon.png' }, ['ios']);
    expect(JSON.parse(await read(root, `${ICONS}/Contents.json`))).toEqual({
      images: [
        {
          filename: 'AppIcon-light.png',
          idiom: 'universal',
          platform: 'ios',
          size: '1024x1024',
        },
      ],
      info: { author: 'xcode', version: 1 },
    });
    expect(await readFile(join(root, ICONS, 'AppIcon-light.png'))).toEqual(PICTURES['icon.png']);
    expect(warned).toEqual([]);
  });

  it('has a look of its own on ios where it is dark', async () => {
    const icon = { light: 'pictures/icon.png', dark: 'pictures/dark.png' };
    const { root, warned } = await generate({ ios: { ...IOS, icon } }, ['ios']);
    const { images } = JSON.parse(await read(root, `${ICONS}/Contents.json`)) as {
      images: object[];
    };
    expect(images).toMatchObject([
      { filename: 'AppIcon-light.png' },
      {
        filename: 'AppIcon-dark.png',
        appearances: [{ appearance: 'luminosity', value: 'dark' }],
      },
    ]);
    expect(warned).toEqual([]);
  });

  it('takes the place of that of React Native on android', async () => {
    const { root } = await generate({ icon: 'pictures/icon.png' }, ['android']);
    const files = Object.keys(await readFiles(root, [RESOURCES])).filter((path) =>
      path.includes('ic_launcher'),
    );
    expect(files).toEqual([
      `${RESOURCES}/mipmap-xxxhdpi/ic_launcher.png`,
      `${RESOURCES}/mipmap-xxxhdpi/ic_launcher_round.png`,
    ]);
    for (const file of files)
      expect(await readFile(join(root, file))).toEqual(PICTURES['icon.png']);
  });

  it('has layers on android that the launcher cuts', async () => {
    const adaptiveIcon = {
      foregroundImage: 'pictures/foreground.png',
      monochromeImage: 'pictures/foreground.png',
      backgroundColor: '#1A2B3C',
    };
    const { root } = await generate({ android: { ...ANDROID, adaptiveIcon } }, ['android']);
    for (const name of ['ic_launcher', 'ic_launcher_round']) {
      const path = join(root, RESOURCES, `mipmap-anydpi-v26/${name}.xml`);
      const layer = (drawable: string) => [{ $: { 'android:drawable': drawable } }];
      expect(await XML.readXMLAsync({ path })).toEqual({
        'adaptive-icon': {
          $: { 'xmlns:android': 'http://schemas.android.com/apk/res/android' },
          background: layer('@color/ic_launcher_background'),
          foreground: layer('@mipmap/ic_launcher_foreground'),
          monochrome: layer('@mipmap/ic_launcher_monochrome'),
        },
      });
    }
    expect(await read(root, `${RESOURCES}/values/ic_launcher_background.xml`)).toContain(
      '<color name="ic_launcher_background">#1A2B3C</color>',
    );
    const pictures = await readdir(join(root, RESOURCES, 'mipmap-xxxhdpi'));
    expect(pictures.toSorted()).toEqual([
      'ic_launcher.png',
      'ic_launcher_foreground.png',
      'ic_launcher_monochrome.png',
      'ic_launcher_round.png',
    ]);
  });

  it.each([
    [
      { icon: 'pictures/none.png' },
      /expo\.icon in app\.json names .*, and there is no such file\.$/,
    ],
    [{ icon: 'pictures/text.png' }, /expo\.icon in app\.json names .*, which is no PNG\.$/],
    [{ icon: 'pictures/small.png' }, /expo\.icon in app\.json is 512 × 512 px, expected 1024/],
    [
      { android: { ...ANDROID, icon: 'pictures/wide.png' } },
      /expo\.android\.icon in app\.json is 432 × 216 px, expected a square picture\.$/,
    ],
    [
      {
        android: {
          ...ANDROID,
          adaptiveIcon: { foregroundImage: 'pictures/foreground.png', backgroundColor: 'navy' },
        },
      },
      /expo\.android\.adaptiveIcon\.backgroundColor in app\.json is navy, expected/,
    ],
  ])('is refused where no store would take it: %j', async (app, problem) => {
    await expect(generate(app)).rejects.toThrow(problem);
  });

  it('is warned of where the App Store refuses it for its alpha channel', async () => {
    const { warned } = await generate({ icon: 'pictures/dark.png' }, ['ios']);
    expect(warned).toEqual([expect.stringContaining('has an alpha channel')]);
  });
});

describe('what app.json says of every app', () => {
  it('is what android is asked for, unless the host does without it', async () => {
    const permissions = ['CAMERA', 'android.permission.POST_NOTIFICATIONS'];
    const root = await startProject({
      app: { android: { ...ANDROID, permissions } },
      host: { push: false },
    });
    await generateProjects(root, ['android']);
    const { manifest } = await AndroidConfig.Manifest.readAndroidManifestAsync(
      join(root, 'android/app/src/main/AndroidManifest.xml'),
    );
    const asked = manifest['uses-permission']!.map(({ $ }) => [
      $['android:name'],
      ($ as Record<string, string>)['tools:node'] ?? '',
    ]);
    expect(asked).toContainEqual(['android.permission.CAMERA', '']);
    expect(asked).toContainEqual(['android.permission.POST_NOTIFICATIONS', 'remove']);
    expect(asked.filter(([name]) => name === 'android.permission.POST_NOTIFICATIONS')).toHaveLength(
      1,
    );
  });

  it('is the team that signs, the devices and the way they are held', async () => {
    const { root } = await generate(
      {
        orientation: 'portrait',
        ios: { ...IOS, appleTeamId: 'ABCDE12345', supportsTablet: false },
      },
      ['ios'],
    );
    const project = IOSConfig.XcodeUtils.getPbxproj(root);
    const [, target] = IOSConfig.Target.findFirstNativeTarget(project);
    const configurations = IOSConfig.XcodeUtils.getBuildConfigurationsForListId(
      project,
      target.buildConfigurationList,
    );
    expect(configurations).toHaveLength(2);
    for (const [, { buildSettings }] of configurations) {
      expect(buildSettings).toMatchObject({
        DEVELOPMENT_TEAM: 'ABCDE12345',
        TARGETED_DEVICE_FAMILY: '"1"',
      });
    }
    const info = plist.parse(await read(root, 'ios/AcmeCo/Info.plist'));
    expect(info['UISupportedInterfaceOrientations']).toEqual([
      'UIInterfaceOrientationPortrait',
      'UIInterfaceOrientationPortraitUpsideDown',
    ]);
  });

  it('is its name in other languages, from a file or in place', async () => {
    const root = await startProject({
      app: {
        locales: {
          de: './texts/de.json',
          'zh-Hans': { ios: { CFBundleDisplayName: '商店' }, android: { app_name: '商店' } },
        },
      },
    });
    await mkdir(join(root, 'texts'));
    const german = { ios: { CFBundleDisplayName: 'Laden' }, android: { app_name: 'Laden' } };
    await writeFile(join(root, 'texts/de.json'), JSON.stringify(german));
    await generateProjects(root, BOTH);
    const strings = (tag: string) =>
      read(root, `ios/AcmeCo/Supporting/${tag}.lproj/InfoPlist.strings`);
    expect(await strings('de')).toBe('"CFBundleDisplayName" = "Laden";');
    expect(await strings('zh-Hans')).toBe('"CFBundleDisplayName" = "商店";');
    const names = (folder: string) => read(root, `${RESOURCES}/${folder}/strings.xml`);
    expect(await names('values-b+de')).toContain('<string name="app_name">"Laden"</string>');
    expect(await names('values-b+zh+Hans')).toContain('<string name="app_name">"商店"</string>');
  });

  it.each([
    [{ ios: { ...IOS, appleTeamId: 'A; B' } }, 'expo.ios.appleTeamId is "A; B", expected'],
    [{ ios: { ...IOS, icon: { '../x': 'icon.png' } } }, 'expo.ios.icon has "../x", expected'],
    [{ locales: { '../de': {} } }, 'expo.locales has "../de", expected'],
  ])('is refused where it would be code, or a path: %j', async (app, problem) => {
    await expect(generate(app)).rejects.toThrow(problem);
  });

  it('is told where it has no effect', async () => {
    const { warned } = await generate({
      splash: { image: './splash.png' },
      ios: { ...IOS, config: { usesNonExemptEncryption: false } },
      android: { ...ANDROID, adaptiveIcon: { foreground: 'pictures/foreground.png' } },
    });
    expect(warned).toEqual(
      ['ios.config', 'android.adaptiveIcon.foreground', 'splash'].map((field) =>
        expect.stringMatching(new RegExp(`^expo\\.${field} is not read by host-native: `)),
      ),
    );
  });

  it('is listed in the README, field by field', async () => {
    const page = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split('## What is read of app.json\n');
    const fields = [...section.split('\n## ')[0]!.matchAll(/^\| ([^|]+?) *\|/gm)].flatMap(
      ([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, field = '']) => field),
    );
    expect(fields.toSorted()).toEqual(READ_FIELDS.toSorted());
  });
});
