import { type ConfigPlugin, withPodfile } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';
import { usesFirebase } from '../usesFirebase.ts';

const START = 'prepare_react_native_project!\n';
const OURS = `# By Swift packages, each pod of Firebase would have one of its own; those of CocoaPods are one, and need modules.
$RNFirebaseDisableSPM = true
use_frameworks! :linkage => :static
`;

/** Makes Firebase's pods install, which fails with the way that React Native's template links pods. */
export const withFirebasePods: ConfigPlugin<HostPluginOptions> = (config) =>
  withPodfile(config, (mod) => {
    const podfile = mod.modResults.contents.replace(OURS, '');
    mod.modResults.contents = usesFirebase(mod) ? linkStatically(podfile) : podfile;
    return mod;
  });

function linkStatically(podfile: string): string {
  if (podfile.includes(START)) return podfile.replace(START, () => `${START}${OURS}`);
  throw new Error(
    'ios/Podfile does not call prepare_react_native_project!, behind which the pods of Firebase are set up.',
  );
}
