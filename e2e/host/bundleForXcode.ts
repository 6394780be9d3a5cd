import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs the build phase "Bundle React Native code and images" of a generated Xcode project with the environment that Xcode
 * gives it, up to the compiler of Hermes; resolves to the folder of the app, with what was bundled into it.
 */
export async function bundleForXcode(root: string, output: string): Promise<string> {
  const ios = join(root, 'ios');
  const app = join(output, 'Host.app');
  await mkdir(app, { recursive: true });
  const scripts = join(root, 'node_modules/react-native/scripts');
  await promisify(execFile)(
    join(scripts, 'xcode/with-environment.sh'),
    [join(scripts, 'react-native-xcode.sh')],
    {
      cwd: ios,
      maxBuffer: 64 * 1024 * 1024,
      env: {
        PATH: process.env['PATH'],
        HOME: output,
        CONFIGURATION: 'Release',
        PLATFORM_NAME: 'iphoneos',
        PROJECT_DIR: ios,
        PODFILE_DIR: ios,
        PODS_ROOT: join(ios, 'Pods'),
        CONFIGURATION_BUILD_DIR: output,
        UNLOCALIZED_RESOURCES_FOLDER_PATH: 'Host.app',
        // That compiler comes with the pods.
        USE_HERMES: 'false',
      },
    },
  );
  return app;
}
