import { type ConfigPlugin, withAppDelegate } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const COMPONENT = /(withModuleName: )"[^"]*"/;

/** Starts the component that the app's script registers. */
export const withIosComponent: ConfigPlugin<HostPluginOptions> = (config, { component }) => {
  if (component === undefined) return config;
  return withAppDelegate(config, (mod) => {
    const { contents } = mod.modResults;
    if (!COMPONENT.test(contents)) {
      throw new Error('AppDelegate.swift has no withModuleName, which names the component.');
    }
    mod.modResults.contents = contents.replace(
      COMPONENT,
      (_found, before: string) => `${before}"${component}"`,
    );
    return mod;
  });
};
