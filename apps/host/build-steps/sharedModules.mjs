import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..');

/** The packages that mini-apps take from this host. The SDK is not among them: each mini-app gets one of its own. */
export const SHARED = [
  'react',
  'react-native',
  '@react-navigation/native',
  '@react-navigation/native-stack',
  '@host/kit',
];

/** The version of a package that is installed here. */
export function installedVersion(name) {
  const file = join(FOLDER, 'node_modules', name, 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
