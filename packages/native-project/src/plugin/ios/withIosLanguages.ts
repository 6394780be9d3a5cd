import { type ConfigPlugin, withInfoPlist, withXcodeProject } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

/** Which languages the app speaks: without them the system takes it for English, whatever the person chose. */
export const withIosLanguages: ConfigPlugin<HostPluginOptions> = (config, { languages }) => {
  if (languages === undefined) return config;
  const declared = withInfoPlist(config, (mod) => {
    mod.modResults['CFBundleLocalizations'] = [...languages];
    return mod;
  });
  return withXcodeProject(declared, (mod) => {
    // A name with a hyphen needs quotes there.
    for (const tag of languages)
      mod.modResults.addKnownRegion(/^\w+$/.test(tag) ? tag : `"${tag}"`);
    return mod;
  });
};
