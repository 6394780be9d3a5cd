import { type ConfigPlugin, withEntitlementsPlist, withInfoPlist } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const REMOTE_NOTIFICATION = 'remote-notification';

const ENVIRONMENT = 'aps-environment';

/** The capability "Push Notifications", and the background mode in which a push wakes the app; neither without push. */
export const withPushCapability: ConfigPlugin<HostPluginOptions> = (config, options) => {
  const isWanted = options.push !== false;
  const entitled = withEntitlementsPlist(config, (mod) => {
    // Asked for before, perhaps: the native project may be one that the app keeps.
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
