import { type ConfigPlugin, withEntitlementsPlist, withInfoPlist } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const REMOTE_NOTIFICATION = 'remote-notification';

/** The capability "Push Notifications", and the background mode in which a push wakes the app. */
export const withPushCapability: ConfigPlugin<HostPluginOptions> = (config, options) => {
  if (options.push === false) return config;
  const entitled = withEntitlementsPlist(config, (mod) => {
    mod.modResults['aps-environment'] = options.apsEnvironment ?? 'development';
    return mod;
  });
  return withInfoPlist(entitled, (mod) => {
    const modes = mod.modResults.UIBackgroundModes ?? [];
    mod.modResults.UIBackgroundModes = [...new Set([...modes, REMOTE_NOTIFICATION])];
    return mod;
  });
};
