import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const MANIFEST = require.resolve('@react-native-community/template/package.json');

/** React Native's own template, in the installed version. */
export const TEMPLATE = {
  version: (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string }).version,
  folder: join(dirname(MANIFEST), 'template'),
  /** Its names for the app, the package and the display name. */
  names: {
    project: 'HelloWorld',
    package: 'com.helloworld',
    display: 'Hello App Display Name',
  },
} as const;

/** Refuses a project whose React Native is of another minor version than the template, which would not match. */
export function requireSameReactNative(root: string): void {
  const installed = versionIn(root);
  if (lineOf(installed) === lineOf(TEMPLATE.version)) return;
  throw new Error(
    `React Native ${installed} is installed, and these native projects are for ${TEMPLATE.version}. Install react-native@${TEMPLATE.version}, or the release of @host/native-project for yours.`,
  );
}

function versionIn(root: string): string {
  const fromProject = createRequire(join(root, 'package.json'));
  try {
    return (fromProject('react-native/package.json') as { version: string }).version;
  } catch {
    throw new Error(`React Native is not installed in ${root}. Install the project first.`);
  }
}

function lineOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
