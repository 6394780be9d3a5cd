import { type ConfigPlugin, withInfoPlist, withXcodeProject } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

/** Declares the app's languages: without them, the system treats it as English, whatever the person chose. */
export const withIosLanguages: ConfigPlugin<HostPluginOptions> = (config, { languages }) => {
  if (languages === undefined) return config;
  const declared = withInfoPlist(config, (mod) => {
    mod.modResults['CFBundleLocalizations'] = [...languages];
    return mod;
  });
  return withXcodeProject(declared, (mod) => {
    // In the Xcode project, a name with a hyphen has to be quoted.
    for (const tag of languages)
      mod.modResults.addKnownRegion(/^\w+$/.test(tag) ? tag : `"${tag}"`);
    return mod;
  });
};
