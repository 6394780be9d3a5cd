import { type ConfigPlugin, withInfoPlist } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const LOCATION = 'NSLocationWhenInUseUsageDescription';

/** Everything by https, apart from machines in the same network, which a developer's is. */
export const withTransportSecurity: ConfigPlugin<HostPluginOptions> = (config) =>
  withInfoPlist(config, (mod) => {
    mod.modResults.NSAppTransportSecurity = {
      ...(mod.modResults.NSAppTransportSecurity as object | undefined),
      NSAllowsArbitraryLoads: false,
      NSAllowsLocalNetworking: true,
    };
    // React Native's template asks for the location without saying why, which no store accepts.
    if (mod.modResults[LOCATION] === '') delete mod.modResults[LOCATION];
    return mod;
  });
