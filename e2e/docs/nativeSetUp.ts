import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { AndroidConfig, IOSConfig } from '@expo/config-plugins';

// A module whose default export Node and compilers see in different places.
const { default: plist } = createRequire(import.meta.url)('@expo/plist') as {
  default: { parse: (text: string) => Record<string, unknown> };
};

const CHANNEL = 'com.google.firebase.messaging.default_notification_channel_id';
const COMPONENTS = ['activity', 'activity-alias', 'service', 'receiver', 'provider'];

type Attributes = Record<string, string>;

/** The native setup of an app, as far as a guide promises it. */
export async function nativeSetUp(root: string, project: string) {
  const read = (path: string) => readFile(join(root, path), 'utf8');
  return { ios: await iosSetUp(root, project, read), android: await androidSetUp(root, read) };
}

type Read = (path: string) => Promise<string>;

async function iosSetUp(root: string, project: string, read: Read) {
  const info = plist.parse(await read(`ios/${project}/Info.plist`));
  const entitlements = await read(`ios/${project}/${project}.entitlements`).catch(() => undefined);
  const types = (info['CFBundleURLTypes'] ?? []) as { CFBundleURLSchemes: string[] }[];
  const delegate = await read(`ios/${project}/AppDelegate.swift`);
  const environment = await read('ios/.xcode.env');
  return {
    identifiers: identifiersIn(root),
    push: entitlements && plist.parse(entitlements)['aps-environment'],
    backgroundModes: info['UIBackgroundModes'],
    transport: info['NSAppTransportSecurity'],
    asksFor: Object.keys(info).filter((key) => key.endsWith('UsageDescription')),
    schemes: types.flatMap((type) => type.CFBundleURLSchemes),
    // Those of the scheme, and those of domains.
    handsLinksOn: [...delegate.matchAll(/RCTLinkingManager\.application\(/g)].length,
    component: /withModuleName: "([^"]*)"/.exec(delegate)?.[1],
    bundleCommand: /^export BUNDLE_COMMAND="(.*)"$/m.exec(environment)?.[1],
  };
}

async function androidSetUp(root: string, read: Read) {
  const manifest = await AndroidConfig.Manifest.readAndroidManifestAsync(
    join(root, 'android/app/src/main/AndroidManifest.xml'),
  );
  const activity = AndroidConfig.Manifest.getMainActivityOrThrow(manifest);
  const application = AndroidConfig.Manifest.getMainApplicationOrThrow(manifest);
  const components = COMPONENTS.flatMap(
    (kind) => (application as unknown as Record<string, { $: Attributes }[]>)[kind] ?? [],
  );
  const gradle = await read('android/app/build.gradle');
  const [, applicationId = ''] = /^\s*applicationId ['"](.*)['"]$/m.exec(gradle) ?? [];
  const folder = `android/app/src/main/java/${applicationId.replaceAll('.', '/')}`;
  const asked = manifest.manifest['uses-permission'] ?? [];
  return {
    applicationId,
    permissions: asked
      .filter(({ $ }) => ($ as Attributes)['tools:node'] !== 'remove')
      .map(({ $ }) => $['android:name'].replace('android.permission.', '')),
    channel: AndroidConfig.Manifest.getMainApplicationMetaDataValue(manifest, CHANNEL),
    schemes: (activity['intent-filter'] ?? []).flatMap(({ data = [] }) =>
      data.map(({ $ }) => $['android:scheme']),
    ),
    exported: components
      .filter(({ $ }) => $['android:exported'] === 'true')
      .map(({ $ }) => $['android:name']),
    backup: application.$['android:allowBackup'],
    http: application.$['android:usesCleartextTraffic'],
    component: /getMainComponentName\(\): String = "([^"]*)"/.exec(
      await read(`${folder}/MainActivity.kt`),
    )?.[1],
    bundleCommand: /^ {4}bundleCommand = "(.*)"$/m.exec(gradle)?.[1],
  };
}

function identifiersIn(root: string): string[] {
  const project = IOSConfig.XcodeUtils.getPbxproj(root);
  const [, target] = IOSConfig.Target.findFirstNativeTarget(project);
  const list = IOSConfig.XcodeUtils.getBuildConfigurationsForListId(
    project,
    target.buildConfigurationList,
  );
  return list.map(([, { buildSettings }]) =>
    String(buildSettings['PRODUCT_BUNDLE_IDENTIFIER']).replaceAll('"', ''),
  );
}
