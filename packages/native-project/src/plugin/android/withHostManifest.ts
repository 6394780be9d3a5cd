import { AndroidConfig, type ConfigPlugin, withAndroidManifest } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

type Manifest = AndroidConfig.Manifest.AndroidManifest;

/** The links that open the app, and that what it stores is in no backup. */
export const withHostManifest: ConfigPlugin<HostPluginOptions> = (config, options) =>
  withAndroidManifest(config, (mod) => {
    const manifest = AndroidConfig.Scheme.setScheme(mod, mod.modResults);
    const application = AndroidConfig.Manifest.getMainApplicationOrThrow(manifest);
    // What a person stored stays on the device: a copy in somebody's account would hold the sessions of mini-apps.
    application.$['android:allowBackup'] = 'false';
    for (const domain of options.linkDomains ?? []) addLinkDomain(manifest, domain);
    return { ...mod, modResults: manifest };
  });

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
