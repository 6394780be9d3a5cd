import { expect, inject, it } from 'vitest';

import { parserOf } from '../testing/parserOf.ts';
import { readFiles } from '../testing/readFiles.ts';
import { startProject } from '../testing/startProject.ts';
import { generateProjects } from './generateProjects.ts';

const PROJECTS = [
  [
    'a host with all options',
    { component: 'host', linkDomains: ['acme.example'], languages: ['en', 'zh-Hans'] },
    ['@react-native-firebase/app'],
    {
      locales: {
        de: { ios: { CFBundleDisplayName: 'Der "Laden"' }, android: { app_name: '<Laden>' } },
        'zh-Hans': { ios: { CFBundleDisplayName: '商店' }, android: { app_name: '商店' } },
      },
    },
  ],
  ['a host without push', { push: false, exactAlarms: false }, [], {}],
] as const;

it.each(PROJECTS)(
  'every file of the projects of %s is one of its kind',
  async (_name, host, dependencies, app) => {
    const root = await startProject({ host, dependencies, app });
    await generateProjects(root, ['ios', 'android']);
    const parsed: string[] = [];
    const broken: string[] = [];
    for (const [path, text] of Object.entries(await readFiles(root))) {
      const parse = parserOf(path);
      if (!parse) continue;
      parsed.push(path.split('/').at(-1)!);
      await parseAs(parse, text).catch((error: Error) => broken.push(`${path}: ${error.message}`));
    }
    expect(broken).toEqual([]);
    expect(parsed).toEqual(
      expect.arrayContaining([
        'settings.gradle',
        'gradle.properties',
        'gradle-wrapper.properties',
        'AndroidManifest.xml',
        'strings.xml',
        'styles.xml',
        'gradlew',
        'Info.plist',
        'PrivacyInfo.xcprivacy',
        'LaunchScreen.storyboard',
        'AcmeCo.xcscheme',
        'project.pbxproj',
        'Podfile',
        '.xcode.env',
        'AppDelegate.swift',
        'MainActivity.kt',
        'MainApplication.kt',
      ]),
    );
  },
);

it.skipIf(inject('rubyPath') === undefined).each([
  ['a value too few', 'platform :ios,, min_ios_version_supported\n'],
  ['an open quote', "use_modular_headers! 'Acme\n"],
  ['an open bracket', "pod 'Acme', :subspecs => ['Core'\n"],
])('a Podfile that Ruby does not read is found: %s', async (_what, text) => {
  await expect(parseAs(parserOf('ios/Podfile')!, text)).rejects.toThrow('ruby -c');
});

it.each([
  ['ios/Info.plist', '<plist version="1.0"><dict><key>A</key></plist>'],
  ['ios/Launch.storyboard', '<document><scenes></document>'],
  [
    'android/res/values/strings.xml',
    '<resources><string name="app_name">Acme & Co</string></resources>',
  ],
  ['ios/Contents.json', '{ "info": }'],
  ['android/build.gradle', 'android {\n  defaultConfig {\n}\n'],
  ['android/build.gradle', 'dependencies {\n  implementation("react-android"\n}\n'],
  ['android/gradle.properties', 'hermesEnabled true'],
  ['ios/Podfile', `target 'Acme' do\n  config = use_native_modules!\n`],
  ['ios/project.pbxproj', '// !$*UTF8*$!\n{ objects = { knownRegions = ( en, zh;Hans, ); }; }'],
  ['ios/Supporting/de.lproj/InfoPlist.strings', '"CFBundleDisplayName" = "Der "Laden"";'],
  ['android/gradlew', 'if [ -x java ]; then'],
  ['ios/AppDelegate.swift', 'class AppDelegate {\n  func application() -> Bool {\n'],
  ['ios/AppDelegate.swift', 'let name = "Der "Laden"'],
  ['ios/AppDelegate.swift', '#if DEBUG\nlet isDebug = true\n'],
  ['android/MainActivity.kt', 'class MainActivity : ReactActivity() { listOf(1, 2] }'],
  ['android/MainActivity.kt', '/* class MainActivity : ReactActivity()'],
])('a broken file is found: %s', async (path, text) => {
  await expect(parseAs(parserOf(path)!, text)).rejects.toBeInstanceOf(Error);
});

it('a file that nobody thought of is found', () => {
  expect(() => parserOf('android/app/notes.txt')).toThrow('is of no known kind');
});

/** Some read at once, others do not. */
async function parseAs(parse: (text: string) => unknown, text: string): Promise<void> {
  await parse(text);
}
