import { type ConfigPlugin, withMainApplication } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const FACTORY = 'ExpoReactHostFactory.getDefaultReactHost(';
const CONTEXT = /^( +)context = applicationContext,\n/m;
const ENTRY = /jsMainModulePath = "[^"]*"/;

/**
 * Has a build for development ask its server for `index.bundle`, the one that Re.Pack serves. Expo's factory asks for one of
 * Metro's unless it is told; other projects name `index` already.
 */
export const withAndroidEntry: ConfigPlugin<HostPluginOptions> = (config) =>
  withMainApplication(config, (mod) => {
    mod.modResults.contents = nameEntry(mod.modResults.contents);
    return mod;
  });

function nameEntry(application: string): string {
  if (!application.includes(FACTORY)) return application;
  if (ENTRY.test(application)) return application.replace(ENTRY, 'jsMainModulePath = "index"');
  if (!CONTEXT.test(application)) {
    throw new Error(
      'MainApplication.kt gives ExpoReactHostFactory no applicationContext, behind which the entry is named.',
    );
  }
  return application.replace(CONTEXT, (line, indent: string) => {
    return `${line}${indent}jsMainModulePath = "index",\n`;
  });
}
