import { mkdir, readFile, readdir, readlink, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { expect, it } from 'vitest';

import { plist } from '../testing/plist.ts';
import { pngOf } from '../testing/pngOf.ts';
import { readFiles } from '../testing/readFiles.ts';
import { startProject, writeAppConfig } from '../testing/startProject.ts';
import { applyToProjects } from './applyToProjects.ts';
import { copyTemplate } from './copyTemplate.ts';
import { generateProjects } from './generateProjects.ts';
import { READ_FIELDS } from './unreadFields.ts';

const BOTH = ['ios', 'android'] as const;
const IOS = { bundleIdentifier: 'com.acme.shop', buildNumber: '7' };
const ANDROID = { package: 'com.acme.shop', versionCode: 7 };
const FIREBASE = ['@react-native-firebase/app', '@react-native-firebase/messaging'];

/** Everything that a project can name: what changes the most files. */
const EVERYTHING = {
  host: {
    component: 'host',
    push: true,
    apsEnvironment: 'production',
    exactAlarms: true,
    defaultChannel: 'news',
    linkDomains: ['acme.example', 'acme.test'],
    fonts: ['files/Icons.ttf'],
    languages: ['en', 'ar', 'zh-Hans'],
  },
  dependencies: FIREBASE,
  plugins: ['@react-native-firebase/app'],
  app: {
    name: 'Acme & Co',
    version: '1.2.3',
    scheme: ['acme', 'acme-shop'],
    orientation: 'portrait',
    icon: 'files/icon.png',
    locales: {
      de: { ios: { CFBundleDisplayName: 'Laden' }, android: { app_name: 'Laden' } },
    },
    ios: {
      ...IOS,
      version: '1.2.4',
      scheme: 'acme-ios',
      appleTeamId: 'ABCDE12345',
      supportsTablet: true,
      isTabletOnly: false,
      icon: { light: 'files/icon.png', dark: 'files/icon.png', tinted: 'files/icon.png' },
      infoPlist: { NSCameraUsageDescription: 'To scan codes' },
      entitlements: { 'com.apple.developer.nfc.readersession.formats': ['TAG'] },
      googleServicesFile: './files/GoogleService-Info.plist',
    },
    android: {
      ...ANDROID,
      version: '1.2.5',
      scheme: 'acme-android',
      icon: 'files/icon.png',
      adaptiveIcon: {
        foregroundImage: 'files/icon.png',
        backgroundImage: 'files/icon.png',
        backgroundColor: '#1A2B3C',
        monochromeImage: 'files/icon.png',
      },
      permissions: ['CAMERA'],
      blockedPermissions: ['android.permission.WRITE_EXTERNAL_STORAGE'],
      googleServicesFile: './files/google-services.json',
    },
  },
} as const;

const HOSTS = [
  ['that names everything', EVERYTHING],
  ['that names nothing', {}],
  ['without push', { host: { push: false, exactAlarms: false } }],
  ['with Firebase but not its plugin', { dependencies: FIREBASE }],
] as const;

it.each(HOSTS)(
  'the native projects of a host %s do not change when the plugin is applied a second time',
  async (_which, options) => {
    const root = await start(options);
    await generateProjects(root, BOTH);
    const once = await everythingIn(root);
    await applyToProjects(root, BOTH);
    expect(await everythingIn(root)).toEqual(once);
  },
);

it.each(HOSTS)(
  'a project of its own that becomes a host %s does not change a second time',
  async (_which, options) => {
    const root = await start(options);
    const names = { project: 'AcmeCo', package: 'com.acme.shop' };
    for (const platform of BOTH) await copyTemplate(platform, join(root, platform), names);
    const before = await everythingIn(root);
    await applyToProjects(root, BOTH);
    const once = await everythingIn(root);
    expect(once).not.toEqual(before);
    await applyToProjects(root, BOTH);
    expect(await everythingIn(root)).toEqual(once);
  },
);

it('a host that wants no push any more has nothing of it left, and wants it again', async () => {
  const host = { linkDomains: ['acme.example'] };
  const root = await start({ host });
  await generateProjects(root, BOTH);
  const asked = await readFiles(root);
  expect(Object.values(asked).filter(isOfPush)).toHaveLength(3);
  await writeAppConfig(root, { host: { ...host, push: false } });
  await applyToProjects(root, BOTH);
  expect(Object.entries(await readFiles(root)).filter(([, text]) => isOfPush(text))).toEqual([]);
  await writeAppConfig(root, { host });
  await applyToProjects(root, BOTH);
  // The namespace of the tools stays in the manifest, for nobody.
  const manifest = 'android/app/src/main/AndroidManifest.xml';
  const now = await readFiles(root);
  now[manifest] = now[manifest]!.replace(/ xmlns:tools="[^"]*"/, '');
  expect(now).toEqual(asked);
});

it('one of these projects names every field of app.json, and every option', async () => {
  const { host, plugins, app } = EVERYTHING;
  const expo = { ...app, plugins } as Record<string, unknown>;
  const isNamed = (field: string) =>
    field.split('.').reduce((value: unknown, key) => {
      return (value as Record<string, unknown> | undefined)?.[key];
    }, expo) !== undefined;
  expect(READ_FIELDS.filter((field) => !isNamed(field))).toEqual([]);
  const source = await readFile(
    new URL('../plugin/HostPluginOptions.types.ts', import.meta.url),
    'utf8',
  );
  const options = [...source.matchAll(/^ {2}(\w+)\?: /gm)].map(([, option = '']) => option);
  expect(Object.keys(host).toSorted()).toEqual(options.toSorted());
});

const isOfPush = (text: string) =>
  /aps-environment|remote-notification|default_notification_channel_id|"android.permission.POST_NOTIFICATIONS"\/>/.test(
    text,
  );

/** A project with the files that those above name. */
async function start(options: Parameters<typeof startProject>[0]): Promise<string> {
  const root = await startProject(options);
  const files = {
    'icon.png': pngOf(1024, 2),
    'Icons.ttf': 'a font',
    'google-services.json': '{"project_info":{}}',
    'GoogleService-Info.plist': plist.build({ GCM_SENDER_ID: '1' }),
  };
  await mkdir(join(root, 'files'));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(root, 'files', name), content);
  }
  return root;
}

/** All that is in a project but what was installed: files, folders and links, with their modes. */
async function everythingIn(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const look = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = relative(root, path);
      if (name === 'node_modules') continue;
      if (entry.isSymbolicLink()) found[name] = `-> ${await readlink(path)}`;
      else {
        const mode = ((await stat(path)).mode & 0o777).toString(8);
        found[name] = entry.isFile() ? `${mode} ${await readFile(path, 'latin1')}` : mode;
        if (entry.isDirectory()) await look(path);
      }
    }
  };
  await look(root);
  return found;
}
