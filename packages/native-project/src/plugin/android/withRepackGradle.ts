import { type ConfigPlugin, withAppBuildGradle } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const OPENING = /^react \{$/m;
const COMMENT = '    // Re.Pack bundles, through the command line of React Native.';
/** Settings of another bundler, and our own. */
const SETTINGS = /^ {4}(?:cliFile|hermesCommand|bundleCommand) = .*\n/gm;
/** A Gradle expression for the path of a module, resolved by Node from React Native, which depends on the Hermes compiler. */
const resolved = (expression: string) =>
  `new File(["node", "--print", "${expression}"].execute(null, rootDir).text.trim()).parent`;
const CLI = resolved("require.resolve('react-native/package.json')");
const HERMES = resolved(
  "require.resolve('hermes-compiler/package.json', { paths: [require.resolve('react-native/package.json')] })",
);
const OURS = `${COMMENT}
    cliFile = new File(${CLI}, "cli.js")
    hermesCommand = ${HERMES} + "/hermesc/%OS-BIN%/hermesc"
    bundleCommand = "bundle"
`;

/** Makes Gradle call `react-native bundle`, which the project configures to be Re.Pack's. */
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
