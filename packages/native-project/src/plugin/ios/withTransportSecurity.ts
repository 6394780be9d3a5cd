import { type ConfigPlugin, withInfoPlist } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const LOCATION = 'NSLocationWhenInUseUsageDescription';

/** Requires https, except for machines in the local network, such as a developer's. */
export const withTransportSecurity: ConfigPlugin<HostPluginOptions> = (config) =>
  withInfoPlist(config, (mod) => {
    mod.modResults.NSAppTransportSecurity = {
      ...(mod.modResults.NSAppTransportSecurity as object | undefined),
      NSAllowsArbitraryLoads: false,
      NSAllowsLocalNetworking: true,
    };
    // React Native's template has a location permission without a reason, which the app store rejects.
    if (mod.modResults[LOCATION] === '') delete mod.modResults[LOCATION];
    return mod;
  });
