import { AndroidConfig, type ConfigPlugin, withAndroidManifest } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

type Manifest = AndroidConfig.Manifest.AndroidManifest;

/** Declares the links that open the app, and excludes its data from backups. */
export const withHostManifest: ConfigPlugin<HostPluginOptions> = (config, options) =>
  withAndroidManifest(config, (mod) => {
    const manifest = AndroidConfig.Scheme.setScheme(mod, mod.modResults);
    const application = AndroidConfig.Manifest.getMainApplicationOrThrow(manifest);
    // Data stays on the device: a backup would contain the sessions of mini-apps.
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
