import { AndroidConfig, type ConfigPlugin, withAndroidManifest } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

type Manifest = AndroidConfig.Manifest.AndroidManifest;

/** Sets the app's permissions. Blocked permissions are also removed from those that libraries request. */
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
  // Permissions that were blocked before.
  manifest['uses-permission'] = (manifest['uses-permission'] ?? []).filter(
    ({ $ }) => $['android:name'] !== permission || !('tools:node' in $),
  );
  AndroidConfig.Permissions.ensurePermission({ manifest, ...rest }, permission);
}

function doWithout(manifest: Manifest, permission: string): void {
  AndroidConfig.Manifest.ensureToolsAvailable(manifest);
  AndroidConfig.Permissions.addBlockedPermissions(manifest, [permission]);
}
