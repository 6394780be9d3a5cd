import { type ConfigPlugin, withMainApplication } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const FACTORY = 'ExpoReactHostFactory.getDefaultReactHost(';
const CONTEXT = /^( +)context = applicationContext,\n/m;
const ENTRY = /jsMainModulePath = "[^"]*"/;

/**
 * Makes a development build load `index.bundle`, which Re.Pack serves. Expo's factory requests Metro's entry by default;
 * other projects use `index` already.
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
