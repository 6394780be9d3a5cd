import { type ConfigPlugin, withAppDelegate } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

/** What Expo's template asks Metro for; other projects name `index` already. */
const METRO_ENTRY = 'forBundleRoot: ".expo/.virtual-metro-entry"';

/** Has a build for development ask its server for `index.bundle`, the one that Re.Pack serves. */
export const withIosEntry: ConfigPlugin<HostPluginOptions> = (config) =>
  withAppDelegate(config, (mod) => {
    mod.modResults.contents = mod.modResults.contents.replace(
      METRO_ENTRY,
      'forBundleRoot: "index"',
    );
    return mod;
  });
