import { AndroidConfig, type ConfigPlugin, withAndroidManifest } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

type Manifest = AndroidConfig.Manifest.AndroidManifest;

const DEFAULT_CHANNEL = 'com.google.firebase.messaging.default_notification_channel_id';

/** Permissions, the channel of pushes that name none, and the links that open the app. */
export const withHostManifest: ConfigPlugin<HostPluginOptions> = (config, options) =>
  withAndroidManifest(config, (mod) => {
    const manifest = AndroidConfig.Scheme.setScheme(mod, mod.modResults);
    AndroidConfig.Permissions.ensurePermissions(manifest, permissionsFor(options));
    const application = AndroidConfig.Manifest.getMainApplicationOrThrow(manifest);
    // What a person stored stays on the device: a copy in somebody's account would hold the sessions of mini-apps.
    application.$['android:allowBackup'] = 'false';
    if (options.push !== false) {
      const channel = options.defaultChannel ?? 'default';
      AndroidConfig.Manifest.addMetaDataItemToMainApplication(
        application,
        DEFAULT_CHANNEL,
        channel,
      );
    }
    for (const domain of options.linkDomains ?? []) addLinkDomain(manifest, domain);
    return { ...mod, modResults: manifest };
  });

function permissionsFor({ push, exactAlarms }: HostPluginOptions): string[] {
  return [
    'android.permission.INTERNET',
    ...(push === false ? [] : ['android.permission.POST_NOTIFICATIONS']),
    ...(exactAlarms === false ? [] : ['android.permission.SCHEDULE_EXACT_ALARM']),
  ];
}

function addLinkDomain(manifest: Manifest, domain: string): void {
  const activity = AndroidConfig.Manifest.getMainActivityOrThrow(manifest);
  const filters = (activity['intent-filter'] ??= []);
  const isThere = filters.some(({ data }) => data?.some(({ $ }) => $['android:host'] === domain));
  if (isThere) return;
  filters.push({
    $: { 'android:autoVerify': 'true' },
    action: [{ $: { 'android:name': 'android.intent.action.VIEW' } }],
    category: ['DEFAULT', 'BROWSABLE'].map((name) => ({
      $: { 'android:name': `android.intent.category.${name}` },
    })),
    data: [{ $: { 'android:scheme': 'https', 'android:host': domain } }],
  });
}
