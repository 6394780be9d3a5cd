import { type ConfigPlugin, withMainActivity } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const COMPONENT = /(getMainComponentName\(\): String = )"[^"]*"/;

/** Starts the component that the app's script registers. */
export const withAndroidComponent: ConfigPlugin<HostPluginOptions> = (config, { component }) => {
  if (component === undefined) return config;
  return withMainActivity(config, (mod) => {
    const { contents } = mod.modResults;
    if (!COMPONENT.test(contents)) {
      throw new Error('MainActivity.kt has no getMainComponentName(), which names the component.');
    }
    mod.modResults.contents = contents.replace(
      COMPONENT,
      (_found, before: string) => `${before}"${component}"`,
    );
    return mod;
  });
};
