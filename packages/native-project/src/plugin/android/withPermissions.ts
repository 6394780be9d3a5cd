import { AndroidConfig, type ConfigPlugin, withAndroidManifest } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

type Manifest = AndroidConfig.Manifest.AndroidManifest;

/** What the app asks for. What it is to do without is taken out of what libraries ask for, too. */
export const withPermissions: ConfigPlugin<HostPluginOptions> = (config, options) =>
  withAndroidManifest(config, (mod) => {
    const wanted: Readonly<Record<string, boolean>> = {
      INTERNET: true,
      POST_NOTIFICATIONS: options.push !== false,
      SCHEDULE_EXACT_ALARM: options.exactAlarms !== false,
    };
    for (const [name, isWanted] of Object.entries(wanted)) {
      const permission = `android.permission.${name}`;
      if (isWanted) askFor(mod.modResults, permission);
      else doWithout(mod.modResults, permission);
    }
    return mod;
  });

function askFor({ manifest, ...rest }: Manifest, permission: string): void {
  // What was done without before.
  manifest['uses-permission'] = (manifest['uses-permission'] ?? []).filter(
    ({ $ }) => $['android:name'] !== permission || !('tools:node' in $),
  );
  AndroidConfig.Permissions.ensurePermission({ manifest, ...rest }, permission);
}

function doWithout(manifest: Manifest, permission: string): void {
  AndroidConfig.Manifest.ensureToolsAvailable(manifest);
  AndroidConfig.Permissions.addBlockedPermissions(manifest, [permission]);
}
