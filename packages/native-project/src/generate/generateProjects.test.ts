import { access, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { AndroidConfig, IOSConfig, XML } from '@expo/config-plugins';
import { describe, expect, it } from 'vitest';

import { parseGradle } from '../testing/parseGradle.ts';
import { parsePodfile } from '../testing/parsePodfile.ts';
import { parseSource, textOfBlock } from '../testing/parseSource.ts';
import { plist } from '../testing/plist.ts';
import { readFiles } from '../testing/readFiles.ts';
import { startProject } from '../testing/startProject.ts';
import { applyToProjects } from './applyToProjects.ts';
import { generateProjects } from './generateProjects.ts';

const BOTH = ['ios', 'android'] as const;
type Generated = Parameters<typeof startProject>[0];

async function generate(options?: Generated): Promise<string> {
  const root = await startProject(options);
  await generateProjects(root, BOTH);
  return root;
}

/** Options that change as many files as there are. */
const EVERYTHING = {
  component: 'host',
  linkDomains: ['acme.example'],
  languages: ['en', 'zh-Hans'],
} as const;

const read = (root: string, path: string) => readFile(join(root, path), 'utf8');
const readPlist = async (root: string, path: string) => plist.parse(await read(root, path));
const readXml = async (root: string, path: string) =>
  (await XML.readXMLAsync({ path: join(root, path) })) as Record<string, unknown>;
const readManifest = (root: string) =>
  AndroidConfig.Manifest.readAndroidManifestAsync(
    join(root, 'android/app/src/main/AndroidManifest.xml'),
  );

describe('the android project of a host', () => {
  it('asks for what pushes and reminders need, and for nothing else', async () => {
    const manifest = await readManifest(await generate());
    expect(AndroidConfig.Permissions.getPermissions(manifest).toSorted()).toEqual([
      'android.permission.INTERNET',
      'android.permission.POST_NOTIFICATIONS',
      'android.permission.SCHEDULE_EXACT_ALARM',
    ]);
  });

  it('is without what a host does without, whatever a library asks for', async () => {
    const root = await generate({ host: { push: false, exactAlarms: false } });
    const removed = [
      named('android.permission.INTERNET'),
      withoutPermission('android.permission.POST_NOTIFICATIONS'),
      withoutPermission('android.permission.SCHEDULE_EXACT_ALARM'),
    ];
    expect((await readManifest(root)).manifest).toMatchObject({
      $: { 'xmlns:tools': 'http://schemas.android.com/tools' },
      'uses-permission': removed,
    });
    await applyToProjects(root, ['android']);
    expect((await readManifest(root)).manifest['uses-permission']).toEqual(removed);
  });

  it('asks again for what a host did without', async () => {
    const root = await generate({ host: { push: false, exactAlarms: false } });
    const file = join(root, 'app.json');
    const { expo } = JSON.parse(await readFile(file, 'utf8')) as { expo: object };
    const plugins = ['@host/native-project'];
    await writeFile(file, JSON.stringify({ expo: { ...expo, plugins } }));
    await applyToProjects(root, ['android']);
    expect((await readManifest(root)).manifest['uses-permission']).toEqual([
      named('android.permission.INTERNET'),
      named('android.permission.POST_NOTIFICATIONS'),
      named('android.permission.SCHEDULE_EXACT_ALARM'),
    ]);
  });

  it('names the channel of pushes that name none', async () => {
    const manifest = await readManifest(await generate({ host: { defaultChannel: 'news' } }));
    expect(
      AndroidConfig.Manifest.getMainApplicationMetaDataValue(
        manifest,
        'com.google.firebase.messaging.default_notification_channel_id',
      ),
    ).toBe('news');
  });

  it('is opened by its scheme and its domains, and by nobody else', async () => {
    const manifest = await readManifest(
      await generate({ host: { linkDomains: ['acme.example'] } }),
    );
    const { $, 'intent-filter': filters } = AndroidConfig.Manifest.getMainActivityOrThrow(manifest);
    expect($).toMatchObject({ 'android:exported': 'true', 'android:launchMode': 'singleTask' });
    const [launcher, scheme, domain, ...others] = filters!;
    expect(others).toEqual([]);
    expect(launcher).toMatchObject({ category: [named('android.intent.category.LAUNCHER')] });
    const viewed = {
      action: [named('android.intent.action.VIEW')],
      category: [
        named('android.intent.category.DEFAULT'),
        named('android.intent.category.BROWSABLE'),
      ],
    };
    expect(scheme).toEqual({ ...viewed, data: [{ $: { 'android:scheme': 'acme' } }] });
    expect(domain).toEqual({
      ...viewed,
      $: { 'android:autoVerify': 'true' },
      data: [{ $: { 'android:scheme': 'https', 'android:host': 'acme.example' } }],
    });
  });

  it('exports its main activity and no other component', async () => {
    const manifest = await readManifest(await generate());
    const application = AndroidConfig.Manifest.getMainApplicationOrThrow(manifest);
    const components = ['activity', 'activity-alias', 'service', 'receiver', 'provider'].flatMap(
      (kind) => (application as unknown as Record<string, { $: object }[]>)[kind] ?? [],
    );
    expect(components.map(({ $ }) => $)).toEqual([
      expect.objectContaining({ 'android:name': '.MainActivity', 'android:exported': 'true' }),
    ]);
  });

  it('keeps what it stores on the device, and speaks http in debug builds alone', async () => {
    const manifest = await readManifest(await generate());
    expect(AndroidConfig.Manifest.getMainApplicationOrThrow(manifest).$).toMatchObject({
      'android:allowBackup': 'false',
      // React Native's Gradle plugin fills it in: true for debug builds.
      'android:usesCleartextTraffic': '${usesCleartextTraffic}',
    });
  });

  it('declares the languages that it speaks, for the settings of the system', async () => {
    const root = await generate({ host: { languages: ['en', 'ar', 'zh-Hans'] } });
    const application = AndroidConfig.Manifest.getMainApplicationOrThrow(await readManifest(root));
    expect(application.$).toMatchObject({ 'android:localeConfig': '@xml/locales_config' });
    const { 'locale-config': config } = await readXml(
      root,
      'android/app/src/main/res/xml/locales_config.xml',
    );
    expect(config).toEqual({
      $: { 'xmlns:android': 'http://schemas.android.com/apk/res/android' },
      locale: [named('en'), named('ar'), named('zh-Hans')],
    });
  });

  it('is the app that app.json names, and bundled by Re.Pack', async () => {
    const root = await generate({ host: { component: 'host' } });
    const { blocks, lines } = parseGradle(await read(root, 'android/app/build.gradle'));
    expect(blocks['android']!.lines).toContain(`namespace 'com.acme.shop'`);
    expect(blocks['android']!.blocks['defaultConfig']!.lines).toEqual(
      expect.arrayContaining([
        `applicationId 'com.acme.shop'`,
        'versionCode 7',
        'versionName "1.2.3"',
      ]),
    );
    expect(lines.join('\n')).not.toContain('google-services');
    expect(blocks['react']!.lines).toEqual([
      expect.stringMatching(/^cliFile = .*react-native\/package\.json.*"cli\.js"\)$/),
      expect.stringMatching(/^hermesCommand = .*hermes-compiler\/package\.json.*%OS-BIN%/),
      'bundleCommand = "bundle"',
      'autolinkLibrariesWithApp()',
    ]);
    const activity = await read(root, 'android/app/src/main/java/com/acme/shop/MainActivity.kt');
    expect(activity).toMatch(/^package com\.acme\.shop$/m);
    expect(textOfBlock(parseSource(activity), /class MainActivity : ReactActivity\(\)$/)).toMatch(
      /^override fun getMainComponentName\(\): String = "host" override fun createReactActivityDelegate\(\)/,
    );
    const application = await read(
      root,
      'android/app/src/main/java/com/acme/shop/MainApplication.kt',
    );
    expect(application).toMatch(/^package com\.acme\.shop$/m);
    expect(textOfBlock(parseSource(application), /val reactHost: ReactHost by lazy$/)).toMatch(
      /^getDefaultReactHost\( context = applicationContext, packageList = PackageList\(this\)\.packages/,
    );
    expect(await read(root, 'android/app/src/main/res/values/strings.xml')).toContain(
      '<string name="app_name">Acme &amp; Co</string>',
    );
    expect((await stat(join(root, 'android/gradlew'))).mode & 0o111).not.toBe(0);
  });

  it('is built for Hermes and the new architecture, with the native modules of the project', async () => {
    const root = await generate();
    expect((await read(root, 'android/gradle.properties')).split('\n')).toEqual(
      expect.arrayContaining(['newArchEnabled=true', 'hermesEnabled=true']),
    );
    const settings = parseGradle(await read(root, 'android/settings.gradle'));
    expect(settings.lines).toEqual([
      'pluginManagement { includeBuild("../node_modules/@react-native/gradle-plugin") }',
      'plugins { id("com.facebook.react.settings") }',
      'extensions.configure(com.facebook.react.ReactSettingsExtension){ ex -> ex.autolinkLibrariesFromCommand() }',
      `rootProject.name = 'AcmeCo'`,
      `include ':app'`,
      `includeBuild('../node_modules/@react-native/gradle-plugin')`,
    ]);
    const { blocks } = parseGradle(await read(root, 'android/app/build.gradle'));
    expect(blocks['dependencies']!.lines).toContain(
      'implementation("com.facebook.react:react-android")',
    );
    expect(blocks['dependencies']!.blocks['if (hermesEnabled.toBoolean())']!.lines).toEqual([
      'implementation("com.facebook.react:hermes-android")',
    ]);
  });
});

describe('the ios project of a host', () => {
  it('has the push capability, and wakes up for pushes', async () => {
    const root = await generate();
    expect(await readPlist(root, 'ios/AcmeCo/AcmeCo.entitlements')).toEqual({
      'aps-environment': 'development',
    });
    expect(await readPlist(root, 'ios/AcmeCo/Info.plist')).toMatchObject({
      UIBackgroundModes: ['remote-notification'],
    });
    for (const { buildSettings } of buildConfigurations(root)) {
      expect(buildSettings['CODE_SIGN_ENTITLEMENTS']).toBe('AcmeCo/AcmeCo.entitlements');
    }
  });

  it.each([undefined, 'development', 'production'] as const)(
    'is signed for one of the push services of Apple in both of its builds: %s',
    async (apsEnvironment) => {
      const root = await generate({ host: { ...(apsEnvironment && { apsEnvironment }) } });
      const signed = buildConfigurations(root).map(({ buildSettings, name }) => [
        name,
        buildSettings['CODE_SIGN_ENTITLEMENTS'],
      ]);
      // One file for both: what is signed for the store or for testers gets the value of its provisioning profile.
      expect(signed).toEqual([
        ['Debug', 'AcmeCo/AcmeCo.entitlements'],
        ['Release', 'AcmeCo/AcmeCo.entitlements'],
      ]);
      const entitlements = await readPlist(root, 'ios/AcmeCo/AcmeCo.entitlements');
      expect(entitlements['aps-environment']).toBe(apsEnvironment ?? 'development');
    },
  );

  it('has nothing of push where a host wants none', async () => {
    const root = await generate({ host: { push: false } });
    expect(await readPlist(root, 'ios/AcmeCo/Info.plist')).not.toHaveProperty('UIBackgroundModes');
    const entitlements = await read(root, 'ios/AcmeCo/AcmeCo.entitlements').catch(() => '');
    expect(entitlements).not.toContain('aps-environment');
  });

  it('is opened by its scheme and its domains, and hands links to React Native', async () => {
    const root = await generate({ host: { linkDomains: ['acme.example'] } });
    expect(await readPlist(root, 'ios/AcmeCo/Info.plist')).toMatchObject({
      CFBundleURLTypes: [{ CFBundleURLSchemes: ['acme'] }],
    });
    expect(await readPlist(root, 'ios/AcmeCo/AcmeCo.entitlements')).toMatchObject({
      'com.apple.developer.associated-domains': ['applinks:acme.example'],
    });
    const delegate = parseSource(await read(root, 'ios/AcmeCo/AppDelegate.swift'));
    expect(textOfBlock(delegate, /class AppDelegate: .*UIApplicationDelegate$/)).toContain(
      'RCTLinkingManager',
    );
    expect(
      textOfBlock(
        delegate,
        /func application\( _ application: UIApplication, open url: URL, options: \[UIApplication\.OpenURLOptionsKey: Any\] = \[:\] \) -> Bool$/,
      ),
    ).toBe('RCTLinkingManager.application(application, open: url, options: options)');
    expect(
      textOfBlock(
        delegate,
        /func application\( _ application: UIApplication, continue userActivity: NSUserActivity, restorationHandler: @escaping \(\[UIUserActivityRestoring\]\?\) -> Void \) -> Bool$/,
      ),
    ).toBe(
      'RCTLinkingManager.application( application, continue: userActivity, restorationHandler: restorationHandler )',
    );
  });

  it('that hands links to code of its own is not given a second method for them', async () => {
    const root = await generate();
    const file = 'ios/AcmeCo/AppDelegate.swift';
    const own = (await read(root, file)).replaceAll('RCTLinkingManager', 'SignIn');
    await writeFile(join(root, file), own);
    await expect(applyToProjects(root, ['ios'])).rejects.toThrow(
      'AppDelegate.swift has a method for links of its own',
    );
    expect(await read(root, file)).toBe(own);
  });

  it('allows no transport without encryption but to the same network', async () => {
    const info = await readPlist(await generate(), 'ios/AcmeCo/Info.plist');
    expect(info.NSAppTransportSecurity).toEqual({
      NSAllowsArbitraryLoads: false,
      NSAllowsLocalNetworking: true,
    });
  });

  it('asks for no permission without a reason', async () => {
    const info = await readPlist(await generate(), 'ios/AcmeCo/Info.plist');
    const reasons = Object.entries(info).filter(([key]) => key.endsWith('UsageDescription'));
    expect(reasons).toEqual([]);
  });

  it('declares the languages that it speaks, so that the system lets it speak them', async () => {
    const root = await generate({ host: { languages: ['en', 'ar', 'zh-Hans'] } });
    expect(await readPlist(root, 'ios/AcmeCo/Info.plist')).toMatchObject({
      CFBundleLocalizations: ['en', 'ar', 'zh-Hans'],
    });
    const { firstProject } = IOSConfig.XcodeUtils.getPbxproj(root).getFirstProject();
    expect(firstProject.knownRegions).toEqual(['en', 'Base', 'ar', '"zh-Hans"']);
  });

  it('is the app that app.json names, and bundled by Re.Pack', async () => {
    const root = await generate({ host: { component: 'host' } });
    expect(await readPlist(root, 'ios/AcmeCo/Info.plist')).toMatchObject({
      CFBundleDisplayName: 'Acme & Co',
      CFBundleShortVersionString: '1.2.3',
      CFBundleVersion: '7',
    });
    for (const { buildSettings } of buildConfigurations(root)) {
      expect(buildSettings['PRODUCT_BUNDLE_IDENTIFIER']).toBe('"com.acme.shop"');
    }
    const delegate = parseSource(await read(root, 'ios/AcmeCo/AppDelegate.swift'));
    expect(textOfBlock(delegate, /didFinishLaunchingWithOptions[^{]* -> Bool$/)).toContain(
      'factory.startReactNative( withModuleName: "host", in: window, launchOptions: launchOptions )',
    );
    // In development from a server, and else from the app.
    expect(textOfBlock(delegate, /override func bundleURL\(\) -> URL\?$/)).toBe(
      '#if DEBUG RCTBundleURLProvider.sharedSettings().jsBundleURL(forBundleRoot: "index") #else Bundle.main.url(forResource: "main", withExtension: "jsbundle") #endif',
    );
    const environment = await read(root, 'ios/.xcode.env');
    expect(environment).toMatch(/^export NODE_BINARY=/m);
    expect(environment).toMatch(/^export CLI_PATH=.*react-native\/package\.json.*cli\.js/m);
    expect(environment).toMatch(/^export BUNDLE_COMMAND="bundle"$/m);
  });

  it.each(['Acme & Co', '小店'])('starts %s without a word on the screen', async (name) => {
    const root = await generate({ app: { name } });
    const [project] = (await readdir(join(root, 'ios'))).flatMap(
      (file) => /^(.+)\.xcodeproj$/.exec(file)?.[1] ?? [],
    );
    const { document } = await readXml(root, `ios/${project}/LaunchScreen.storyboard`);
    expect(document).toMatchObject({ $: { launchScreen: 'YES' } });
    expect(JSON.stringify(document)).toContain('systemBackgroundColor');
    expect(JSON.stringify(document)).not.toMatch(/"text"|"constraint"/);
  });

  it('installs the native modules of the project', async () => {
    const { lines, targets } = parsePodfile(await read(await generate(), 'ios/Podfile'));
    expect(lines).toContain('platform :ios, min_ios_version_supported');
    expect(Object.keys(targets)).toEqual(['AcmeCo']);
    expect(targets['AcmeCo']).toEqual([
      'config = use_native_modules!',
      'use_react_native!(',
      ':path => config[:reactNativePath],',
      ':app_path => "#{Pod::Config.instance.installation_root}/.."',
      ')',
      'post_install do |installer|',
      'react_native_post_install(',
      'installer,',
      'config[:reactNativePath],',
      ':mac_catalyst_enabled => false,',
      ')',
    ]);
  });
});

describe('native projects', () => {
  it('are the same when they are made again, and leave nothing else behind', async () => {
    const root = await generate({ host: EVERYTHING });
    const first = await readFiles(root);
    await generateProjects(root, BOTH);
    expect(await readFiles(root)).toEqual(first);
    expect(await readdir(root)).toEqual([
      'android',
      'app.json',
      'ios',
      'node_modules',
      'package.json',
    ]);
  });

  it('that somebody else made are changed in place, and never replaced', async () => {
    const root = await startProject();
    await mkdir(join(root, 'android'));
    await writeFile(join(root, 'android/notes.txt'), 'mine');
    await expect(generateProjects(root, BOTH)).rejects.toThrow(
      'android/ was not made by this command, so it is left as it is.',
    );
    expect(await read(root, 'android/notes.txt')).toBe('mine');
    await expect(access(join(root, 'ios'))).rejects.toThrow('ENOENT');
  });

  it('keep what a team added to those of its own', async () => {
    const root = await generate();
    const file = 'android/app/src/main/AndroidManifest.xml';
    const camera = '<uses-permission android:name="android.permission.CAMERA"/>';
    const changed = (await read(root, file)).replace('<application', `${camera}\n  <application`);
    await writeFile(join(root, file), changed);
    await applyToProjects(root, BOTH);
    expect(await read(root, file)).toContain(camera);
  });

  it('replace the bundler that an Expo project names', async () => {
    const root = await generate();
    const file = 'android/app/build.gradle';
    const expo = 'react {\n    cliFile = new File("expo")\n    bundleCommand = "export:embed"';
    await writeFile(join(root, file), (await read(root, file)).replace(/react \{[^\n]*/, expo));
    await applyToProjects(root, ['android']);
    const { blocks } = parseGradle(await read(root, file));
    const settings = blocks['react']!.lines.filter((line) => /^(cliFile|bundleCommand)/.test(line));
    expect(settings).toEqual([expect.stringContaining('cli.js'), 'bundleCommand = "bundle"']);
  });

  it.each([
    ['a name', { name: undefined }, 'expo.name is missing'],
    ['a scheme', { scheme: undefined }, 'expo.scheme is missing'],
    ['an id', { ios: {} }, 'expo.ios.bundleIdentifier is missing'],
    ['a package', { android: { package: 'Shop' } }, 'expo.android.package is Shop, expected'],
  ])('need %s', async (_what, app, problem) => {
    const root = await startProject({ app });
    await expect(generateProjects(root, BOTH)).rejects.toThrow(problem);
  });

  it.each([
    ['expo.version', { app: { version: '1.0"\n    pwned()\n//' } }],
    ['expo.android.version', inAndroid({ version: '1"' })],
    ['expo.android.versionCode', inAndroid({ versionCode: '7\n pwned()' })],
    ['expo.android.versionCode', inAndroid({ versionCode: 1.5 })],
    ['expo.android.package', inAndroid({ package: 'com.acme.new' })],
    ['expo.android.package', inAndroid({ package: 'do.acme.shop' })],
    ['expo.scheme', { app: { scheme: 'Acme' } }],
    ['expo.scheme', { app: { scheme: 'acme"/>' } }],
    ['expo.scheme', { app: { scheme: ['acme', 'https'] } }],
    ['expo.scheme', { app: { scheme: 'javascript' } }],
    ['expo.scheme', { app: { scheme: 'tel' } }],
    ['expo.ios.scheme', { app: { ios: { bundleIdentifier: 'com.acme.shop', scheme: 'sms' } } }],
    ['expo.android.scheme', inAndroid({ scheme: 'intent' })],
    ['component of @host/native-project', { host: { component: 'host" + pwned() + "' } }],
    ['component of @host/native-project', { host: { component: '$`' } }],
    ['component of @host/native-project', { host: { component: '' } }],
  ])('are not made of what would be code, or not their own, in %s: %j', async (field, options) => {
    const root = await startProject(options);
    const made = generateProjects(root, BOTH);
    await expect(made).rejects.toThrow(new RegExp(`${field}(?: in app\\.json)? is .+\\.$`));
    expect(await readdir(root)).toEqual(['app.json', 'node_modules', 'package.json']);
  });

  it.each([
    ['in.acme.shop', '`in`.acme.shop'],
    ['com.acme.fun', 'com.acme.`fun`'],
    ['com.acme.funny', 'com.acme.funny'],
  ])('have the package %s as Kotlin writes it: %s', async (name, inKotlin) => {
    const root = await generate(inAndroid({ package: name }));
    const folder = `android/app/src/main/java/${name.replaceAll('.', '/')}`;
    for (const file of ['MainActivity.kt', 'MainApplication.kt']) {
      expect((await read(root, `${folder}/${file}`)).split('\n')[0]).toBe(`package ${inKotlin}`);
    }
    expect(await read(root, 'android/app/build.gradle')).toContain(`namespace '${name}'`);
  });

  it('take a component, a version and schemes of every form that is safe', async () => {
    const app = { version: '1.2.3-beta.4+5', scheme: ['acme', 'com.acme.shop-2+x'] };
    const root = await generate({ app, host: { component: 'my.host-2_b' } });
    expect(await read(root, 'android/app/build.gradle')).toContain('versionName "1.2.3-beta.4+5"');
    expect(await read(root, 'ios/AcmeCo/AppDelegate.swift')).toContain('"my.host-2_b"');
    expect(JSON.stringify(await readManifest(root))).toContain('"com.acme.shop-2+x"');
  });

  it('are not made for a push service that Apple does not have', async () => {
    const root = await startProject({ host: { apsEnvironment: 'prod' as 'production' } });
    await expect(generateProjects(root, BOTH)).rejects.toThrow(
      'apsEnvironment of @host/native-project in app.json is "prod", expected "development" or "production".',
    );
  });

  it('are not made for a language that is named in another form', async () => {
    const root = await startProject({ host: { languages: ['de', 'zh_CN'] } });
    await expect(generateProjects(root, BOTH)).rejects.toThrow(
      'languages of @host/native-project names zh_CN, which is no tag of a language like zh-Hans',
    );
  });
});

function inAndroid(values: object) {
  return { app: { android: { package: 'com.acme.shop', ...values } } };
}

function withoutPermission(name: string) {
  return { $: { 'android:name': name, 'tools:node': 'remove' } };
}

function named(name: string) {
  return { $: { 'android:name': name } };
}

function buildConfigurations(root: string) {
  const project = IOSConfig.XcodeUtils.getPbxproj(root);
  const target = IOSConfig.Target.findFirstNativeTarget(project);
  return IOSConfig.XcodeUtils.getBuildConfigurationsForListId(
    project,
    target[1].buildConfigurationList,
  ).map(([, configuration]) => configuration);
}
