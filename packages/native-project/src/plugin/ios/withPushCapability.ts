import { type ConfigPlugin, withEntitlementsPlist, withInfoPlist } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const REMOTE_NOTIFICATION = 'remote-notification';

const ENVIRONMENT = 'aps-environment';

/** Adds the capability "Push Notifications" and the background mode for pushes, or removes both without push. */
export const withPushCapability: ConfigPlugin<HostPluginOptions> = (config, options) => {
  const isWanted = options.push !== false;
  const entitled = withEntitlementsPlist(config, (mod) => {
    // It may have been set before, as the app may maintain the native project itself.
    delete mod.modResults[ENVIRONMENT];
    if (isWanted) mod.modResults[ENVIRONMENT] = options.apsEnvironment ?? 'development';
    return mod;
  });
  return withInfoPlist(entitled, (mod) => {
    const others = (mod.modResults.UIBackgroundModes ?? []).filter(
      (mode) => mode !== REMOTE_NOTIFICATION,
    );
    const modes = isWanted ? [...others, REMOTE_NOTIFICATION] : others;
    if (modes.length > 0) mod.modResults.UIBackgroundModes = modes;
    else delete mod.modResults.UIBackgroundModes;
    return mod;
  });
};
