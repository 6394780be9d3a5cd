import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Calls what React Native's Gradle plugin calls for a release (its `BundleHermesCTask`), with the command that the generated
 * `build.gradle` names; resolves to the folder of the assets, with what was bundled into it.
 */
export async function bundleForGradle(root: string, output: string): Promise<string> {
  const gradle = await readFile(join(root, 'android/app/build.gradle'), 'utf8');
  const [, command = ''] = /^ {4}bundleCommand = "(.*)"$/m.exec(gradle) ?? [];
  const assets = join(output, 'assets');
  for (const folder of ['assets', 'res', 'maps']) {
    await mkdir(join(output, folder), { recursive: true });
  }
  const args = [
    join(root, 'node_modules/react-native/cli.js'),
    command,
    '--platform',
    'android',
    '--dev',
    'false',
    '--reset-cache',
    '--entry-file',
    'index.js',
    '--bundle-output',
    join(assets, 'index.android.bundle'),
    '--assets-dest',
    join(output, 'res'),
    '--sourcemap-output',
    join(output, 'maps/index.android.bundle.packager.map'),
    '--minify',
    'false',
    '--verbose',
  ];
  await promisify(execFile)(process.execPath, args, {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: process.env['PATH'], HOME: output },
  });
  return assets;
}
