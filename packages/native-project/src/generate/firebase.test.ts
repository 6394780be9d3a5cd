import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { AndroidConfig, IOSConfig } from '@expo/config-plugins';
import { describe, expect, it } from 'vitest';

import { parseGradle } from '../testing/parseGradle.ts';
import { parsePodfile } from '../testing/parsePodfile.ts';
import { plist } from '../testing/plist.ts';
import { startProject } from '../testing/startProject.ts';
import { applyToProjects } from './applyToProjects.ts';
import { generateProjects } from './generateProjects.ts';

const BOTH = ['ios', 'android'] as const;
const FIREBASE = {
  dependencies: ['@react-native-firebase/app', '@react-native-firebase/messaging'],
};
const CHANNEL = 'com.google.firebase.messaging.default_notification_channel_id';

const read = (root: string, path: string) => readFile(join(root, path), 'utf8');
const readPlist = async (root: string, path: string) => plist.parse(await read(root, path));

async function generate(options?: Parameters<typeof startProject>[0]): Promise<string> {
  const root = await startProject(options);
  await generateProjects(root, BOTH);
  return root;
}

describe('a project with Firebase', () => {
  it('has google-services.json where Firebase looks for it, and Gradle reads it', async () => {
    const root = await startProject({
      app: {
        android: {
          package: 'com.acme.shop',
          googleServicesFile: './firebase/google-services.json',
        },
      },
    });
    await mkdir(join(root, 'firebase'));
    await writeFile(join(root, 'firebase/google-services.json'), '{"project_info":{}}');
    await generateProjects(root, ['android']);
    expect(await read(root, 'android/app/google-services.json')).toBe('{"project_info":{}}');
    const project = parseGradle(await read(root, 'android/build.gradle'));
    expect(project.blocks['buildscript']!.blocks['dependencies']!.lines).toContainEqual(
      expect.stringMatching(/^classpath 'com\.google\.gms:google-services:[\d.]+'$/),
    );
    const app = parseGradle(await read(root, 'android/app/build.gradle'));
    expect(app.lines).toContain(`apply plugin: 'com.google.gms.google-services'`);
  });

  it('starts Firebase where the plugin of Firebase is listed', async () => {
    const root = await startProject({
      app: {
        ios: {
          bundleIdentifier: 'com.acme.shop',
          googleServicesFile: './GoogleService-Info.plist',
        },
        android: { package: 'com.acme.shop', googleServicesFile: './google-services.json' },
      },
      plugins: ['@react-native-firebase/app'],
    });
    await writeFile(join(root, 'google-services.json'), '{}');
    await writeFile(join(root, 'GoogleService-Info.plist'), plist.build({ GCM_SENDER_ID: '1' }));
    await generateProjects(root, BOTH);
    expect(await read(root, 'ios/AcmeCo/AppDelegate.swift')).toContain('FirebaseApp.configure()');
    expect(await readPlist(root, 'ios/AcmeCo/GoogleService-Info.plist')).toEqual({
      GCM_SENDER_ID: '1',
    });
    const resources = IOSConfig.XcodeUtils.getPbxproj(root).hasFile(
      'AcmeCo/GoogleService-Info.plist',
    );
    expect(resources).toBeTruthy();
  });

  it('takes its pods from CocoaPods, as static frameworks, where React Native would take Swift packages', async () => {
    const { lines } = parsePodfile(await read(await generate(FIREBASE), 'ios/Podfile'));
    const [start, swiftPackages, frameworks] = lines.slice(
      lines.indexOf('prepare_react_native_project!'),
    );
    expect([start, swiftPackages, frameworks]).toEqual([
      'prepare_react_native_project!',
      '$RNFirebaseDisableSPM = true',
      'use_frameworks! :linkage => :static',
    ]);
    // Whoever builds decides otherwise by the environment, which is read later.
    expect(lines.indexOf(`linkage = ENV['USE_FRAMEWORKS']`)).toBeGreaterThan(
      lines.indexOf('use_frameworks! :linkage => :static'),
    );
  });

  it('says so by what the installed Firebase asks for', async () => {
    const installed = createRequire(import.meta.url).resolve(
      '@react-native-firebase/app/package.json',
    );
    const helper = await readFile(join(installed, '../firebase_spm.rb'), 'utf8');
    expect(helper).toContain('$RNFirebaseDisableSPM == true');
  });

  it('names the channel of pushes against the manifest of its library', async () => {
    const root = await generate({ ...FIREBASE, host: { defaultChannel: 'news' } });
    const manifest = await AndroidConfig.Manifest.readAndroidManifestAsync(
      join(root, 'android/app/src/main/AndroidManifest.xml'),
    );
    expect(manifest.manifest.$['xmlns:tools']).toBe('http://schemas.android.com/tools');
    const application = AndroidConfig.Manifest.getMainApplicationOrThrow(manifest);
    expect(application['meta-data']).toEqual([
      {
        $: {
          'android:name': CHANNEL,
          'android:value': 'news',
          'tools:replace': 'android:value',
        },
      },
    ]);
  });

  it('is told what its own Podfile lacks', async () => {
    const root = await generate(FIREBASE);
    await writeFile(join(root, 'ios/Podfile'), `target 'AcmeCo' do\nend\n`);
    await expect(applyToProjects(root, ['ios'])).rejects.toThrow(
      'ios/Podfile does not call prepare_react_native_project!',
    );
  });
});

it('a project without Firebase has nothing of it', async () => {
  const root = await generate();
  expect(await read(root, 'ios/Podfile')).not.toMatch(/RNFirebase|:linkage => :static/);
  expect(await read(root, 'android/app/src/main/AndroidManifest.xml')).not.toContain('tools:');
});
