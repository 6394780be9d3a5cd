import { type ConfigPlugin, withAppBuildGradle } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const OPENING = /^react \{$/m;
const COMMENT = '    // Re.Pack bundles, through the command line of React Native.';
/** What another bundler may have set, and what we set ourselves. */
const SETTINGS = /^ {4}(?:cliFile|bundleCommand) = .*\n/gm;
const OURS = `${COMMENT}
    cliFile = new File(new File(["node", "--print", "require.resolve('react-native/package.json')"].execute(null, rootDir).text.trim()).parentFile, "cli.js")
    bundleCommand = "bundle"
`;

/** Gradle calls `react-native bundle`, which is Re.Pack's where the project says so. */
export const withRepackGradle: ConfigPlugin<HostPluginOptions> = (config) =>
  withAppBuildGradle(config, (mod) => {
    mod.modResults.contents = setBundleCommand(mod.modResults.contents);
    return mod;
  });

function setBundleCommand(gradle: string): string {
  if (!OPENING.test(gradle)) {
    throw new Error('android/app/build.gradle has no block "react {", where bundlers are set.');
  }
  const without = gradle.replace(`${COMMENT}\n`, '').replaceAll(SETTINGS, '');
  return without.replace(OPENING, () => `react {\n${OURS.trimEnd()}`);
}
