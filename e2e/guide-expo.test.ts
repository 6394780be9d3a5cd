import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AndroidConfig, IOSConfig } from '@expo/config-plugins';
import { openHostBundle, runHostBundle } from '@host/headless-host';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { PACKED_FOLDER, packPackages } from '../scripts/pack/packPackages.mjs';
import { canInstall } from '../scripts/services/canInstall.ts';
import { npmOfStranger } from '../scripts/services/npmOfStranger.ts';
import { Guide, type GuideBlock, follow } from './docs/Guide.ts';
import { projectFiles } from './docs/projectFiles.ts';
import { Terminal } from './docs/Terminal.ts';
import { type Carrier, startCarrier } from './host/startCarrier.ts';
import { type Platform, startPlatform } from './host/startPlatform.ts';

const PATIENCE_MS = 20 * 60_000;
const PATIENT = { timeoutMs: 60_000 };
const LIMITS = { loadMs: 120_000, blockedMs: 120_000, runMs: 240_000 };
const OPENED = 'Coffee beans, two for one';
/** What the section takes from the one about React Native alone. */
const TAKEN_OVER = ['react-native.config.cjs', 'rspack.config.mjs', 'App.tsx'];
const CHANNEL = 'com.google.firebase.messaging.default_notification_channel_id';
// A module whose default export Node and compilers see in different places.
const { default: plist } = createRequire(import.meta.url)('@expo/plist') as {
  default: { parse: (text: string) => Record<string, unknown> };
};

const isTested = await canInstall();

// Nothing but what the site says: each step needs the one before.
describe.runIf(isTested)('a project of Expo that is made by following the guide', () => {
  let platform: Platform;
  let carrier: Carrier;
  let blocks: GuideBlock[];
  let bundling: GuideBlock;
  let folder: string;
  let terminal: Terminal;

  beforeAll(async () => {
    await packPackages();
    platform = await startPlatform({ PACKAGES_DIR: PACKED_FOLDER });
    carrier = await startCarrier(platform.baseUrl);
    const guide = await Guide.open(platform.baseUrl, 'embed/');
    blocks = guide.section('An app with Expo');
    bundling = blocks.pop()!;
    folder = await mkdtemp(join(tmpdir(), 'guide-expo-'));
    const quiet = { EXPO_NO_TELEMETRY: '1', EXPO_NO_GIT_STATUS: '1' };
    terminal = new Terminal(folder, {
      ...(await npmOfStranger(folder, join(inject('sharedFolder'), 'npm-answers'))),
      ...quiet,
    });
    await follow(blocks, terminal);
    const others = guide.section('An app with React Native');
    const theirs = (name: string) => others.find(({ file }) => file === name)!;
    await follow(TAKEN_OVER.map(theirs), terminal);
  }, PATIENCE_MS);
  afterAll(async () => {
    await carrier?.stop();
    await platform?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const read = (path: string) => readFile(join(terminal.cwd, path), 'utf8');
  const readPlist = async (path: string) => plist.parse(await read(path));
  const readManifest = () =>
    AndroidConfig.Manifest.readAndroidManifestAsync(
      join(terminal.cwd, 'android/app/src/main/AndroidManifest.xml'),
    );

  it('has the push capability on ios, and wakes up for pushes', async () => {
    expect(await readPlist('ios/Acme/Acme.entitlements')).toEqual({
      'aps-environment': 'development',
    });
    expect(await readPlist('ios/Acme/Info.plist')).toMatchObject({
      UIBackgroundModes: ['remote-notification'],
    });
    for (const settings of buildSettings(terminal.cwd)) {
      expect(settings['CODE_SIGN_ENTITLEMENTS']).toBe('Acme/Acme.entitlements');
      expect(settings['PRODUCT_BUNDLE_IDENTIFIER']).toBe('"com.acme.shop"');
    }
  });

  it('speaks https on ios, apart from the same network, and asks for nothing without a reason', async () => {
    const info = await readPlist('ios/Acme/Info.plist');
    expect(info['NSAppTransportSecurity']).toEqual({
      NSAllowsArbitraryLoads: false,
      NSAllowsLocalNetworking: true,
    });
    expect(Object.keys(info).filter((key) => key.endsWith('UsageDescription'))).toEqual([]);
  });

  it('is opened by its links on ios, and React Native is told', async () => {
    const types = (await readPlist('ios/Acme/Info.plist'))['CFBundleURLTypes'] as {
      CFBundleURLSchemes: string[];
    }[];
    const schemes = types.flatMap((type) => type.CFBundleURLSchemes);
    expect(new Set(schemes)).toEqual(new Set(['acme', 'com.acme.shop']));
    const delegate = await read('ios/Acme/AppDelegate.swift');
    expect(delegate).toMatch(/open url: URL,[^}]*RCTLinkingManager\.application\(/);
    expect(delegate).toMatch(/continue userActivity: [^}]*RCTLinkingManager\.application\(/);
    expect(delegate).toContain('withModuleName: "main"');
  });

  it('asks on android for what pushes and reminders need, and names the channel', async () => {
    const manifest = await readManifest();
    expect(AndroidConfig.Permissions.getPermissions(manifest)).toEqual(
      expect.arrayContaining([
        'android.permission.INTERNET',
        'android.permission.POST_NOTIFICATIONS',
        'android.permission.SCHEDULE_EXACT_ALARM',
      ]),
    );
    const channel = AndroidConfig.Manifest.getMainApplicationMetaDataValue(manifest, CHANNEL);
    expect(channel).toBe('default');
  });

  it('is opened by its links on android, exports its main activity alone, and keeps its data', async () => {
    const manifest = await readManifest();
    const activity = AndroidConfig.Manifest.getMainActivityOrThrow(manifest);
    expect(activity.$).toMatchObject({
      'android:exported': 'true',
      'android:launchMode': 'singleTask',
    });
    const schemes = activity['intent-filter']!.flatMap(({ data = [] }) =>
      data.map(({ $ }) => $['android:scheme']),
    );
    expect(schemes).toContain('acme');
    const application = AndroidConfig.Manifest.getMainApplicationOrThrow(manifest);
    expect(application.$['android:allowBackup']).toBe('false');
    const components = ['activity', 'activity-alias', 'service', 'receiver', 'provider'].flatMap(
      (kind) =>
        (application as unknown as Record<string, { $: Record<string, string> }[]>)[kind] ?? [],
    );
    const exported = components.filter(({ $ }) => $['android:exported'] === 'true');
    expect(exported.map(({ $ }) => $['android:name'])).toEqual(['.MainActivity']);
  });

  it('is the app that app.json names, and bundled by Re.Pack', async () => {
    const gradle = await read('android/app/build.gradle');
    expect(gradle).toMatch(/^\s*namespace ['"]com\.acme\.shop['"]$/m);
    expect(gradle).toMatch(/^\s*applicationId ['"]com\.acme\.shop['"]$/m);
    const [, react = ''] = /^react \{\n(.*?)^\}/ms.exec(gradle) ?? [];
    const settings = react.split('\n').filter((line) => /^\s*(cliFile|bundleCommand) =/.test(line));
    expect(settings).toEqual([
      expect.stringContaining(`require.resolve('react-native/package.json')`),
      '    bundleCommand = "bundle"',
    ]);
    const environment = await read('ios/.xcode.env');
    expect(environment).toMatch(/^export NODE_BINARY=/m);
    expect(environment.match(/^export CLI_PATH=.*$/gm)).toEqual([
      expect.stringContaining('react-native/package.json'),
    ]);
    expect(environment.match(/^export BUNDLE_COMMAND=.*$/gm)).toEqual([
      'export BUNDLE_COMMAND="bundle"',
    ]);
  });

  it('asks in development for the entry that Re.Pack serves, and not for the one of Metro', async () => {
    expect(await read('ios/Acme/AppDelegate.swift')).toContain(
      'jsBundleURL(forBundleRoot: "index")',
    );
    const application = await read('android/app/src/main/java/com/acme/shop/MainApplication.kt');
    expect(application).toMatch(
      /ExpoReactHostFactory\.getDefaultReactHost\([^)]*jsMainModulePath = "index",/,
    );
  });

  it(
    'is not changed by the same command a second time',
    async () => {
      const before = await projectFiles(terminal.cwd);
      expect(Object.keys(before).length).toBeGreaterThan(40);
      const command = blocks.find(({ text }) => text.includes('expo prebuild'))!;
      await terminal.run(command.text);
      expect(await projectFiles(terminal.cwd)).toEqual(before);
    },
    PATIENCE_MS,
  );

  it(
    'is bundled by Re.Pack for ios and android',
    () => expect(follow([bundling], terminal)).resolves.toBeUndefined(),
    PATIENCE_MS,
  );

  it.each(['ios', 'android'] as const)(
    'opens a mini-app with its bundle for %s, on V8 and on Hermes',
    async (system) => {
      const bundle = {
        dir: join(terminal.cwd, 'build', system),
        platform: system,
        component: 'main',
        limits: LIMITS,
      };
      const servers = { [platform.baseUrl]: carrier.baseUrl };
      const host = await openHostBundle({ ...bundle, servers });
      try {
        await host.waitForText(OPENED, PATIENT);
        expect(host.errors()).toEqual([]);
      } finally {
        await host.close();
      }
      const { errors, texts } = await runHostBundle({
        ...bundle,
        // Hermes has no network here: it is told what the server answered before.
        answers: carrier.answers,
        steps: [{ waitForText: OPENED, ...PATIENT }],
      });
      expect(errors).toEqual([]);
      expect(texts).toContain(OPENED);
    },
    PATIENCE_MS,
  );
});

function buildSettings(root: string): Record<string, unknown>[] {
  const project = IOSConfig.XcodeUtils.getPbxproj(root);
  const [, target] = IOSConfig.Target.findFirstNativeTarget(project);
  const list = target.buildConfigurationList;
  return IOSConfig.XcodeUtils.getBuildConfigurationsForListId(project, list).map(
    ([, { buildSettings: settings }]) => settings as unknown as Record<string, unknown>,
  );
}
