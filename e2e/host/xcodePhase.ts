import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { IOSConfig } from '@expo/config-plugins';

const PHASE = 'Bundle React Native code and images';
const APP = 'Host.app';

/** A build phase of a project, as Xcode runs it. */
interface XcodePhase {
  /** For `/bin/sh`. */
  script: string;
  env: Record<string, string>;
  /** The folder of the app. */
  app: string;
}

/**
 * The build phase of a generated project that bundles its script, with the environment that Xcode and the pods give it;
 * `hermes` is the compiler of Hermes, whose path comes from the pods.
 */
export async function xcodePhase(
  root: string,
  output: string,
  hermes: string,
  configuration: 'Debug' | 'Release' = 'Release',
): Promise<XcodePhase> {
  const ios = join(root, 'ios');
  const app = join(output, APP);
  await mkdir(app, { recursive: true });
  return {
    script: scriptIn(root),
    app,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: output,
      CONFIGURATION: configuration,
      PLATFORM_NAME: configuration === 'Debug' ? 'iphonesimulator' : 'iphoneos',
      PROJECT_DIR: ios,
      PODFILE_DIR: ios,
      PODS_ROOT: join(ios, 'Pods'),
      REACT_NATIVE_PATH: join(root, 'node_modules/react-native'),
      CONFIGURATION_BUILD_DIR: output,
      UNLOCALIZED_RESOURCES_FOLDER_PATH: APP,
      HERMES_CLI_PATH: hermes,
    },
  };
}

function scriptIn(root: string): string {
  const { objects } = IOSConfig.XcodeUtils.getPbxproj(root).hash.project as {
    objects: Record<string, Record<string, { name?: string; shellScript?: string }>>;
  };
  const phases = Object.values(objects['PBXShellScriptBuildPhase'] ?? {});
  const found = phases.filter(({ name }) => name?.replaceAll('"', '') === PHASE);
  if (found.length !== 1) throw new Error(`The project has ${found.length} phases "${PHASE}".`);
  return JSON.parse(found[0]!.shellScript!) as string;
}
