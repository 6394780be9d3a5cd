import { type ConfigPlugin, withAppDelegate } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

/** The entry that Expo's template requests from Metro; other projects use `index` already. */
const METRO_ENTRY = 'forBundleRoot: ".expo/.virtual-metro-entry"';

/** Makes a development build load `index.bundle`, which Re.Pack serves. */
export const withIosEntry: ConfigPlugin<HostPluginOptions> = (config) =>
  withAppDelegate(config, (mod) => {
    mod.modResults.contents = mod.modResults.contents.replace(
      METRO_ENTRY,
      'forBundleRoot: "index"',
    );
    return mod;
  });
