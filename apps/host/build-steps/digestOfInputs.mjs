import { join } from 'node:path';

import { digestOfSources } from '../../../scripts/build/digestOfSources.mjs';
import { SERVER_URL } from './serverUrl.mjs';

const FOLDER = join(import.meta.dirname, '..');

/** Every input of a build except installed packages. */
const SOURCES = [
  'build-steps',
  '../../packages/native-project/rspack',
  'public',
  'src',
  '../../scripts/build',
  ...['api-client', 'contracts', 'host-runtime', 'kit', 'miniapp-sdk', 'push'].map(
    (name) => `../../packages/${name}/src`,
  ),
];

/** A digest that changes when any input of a build does. */
export function digestOfInputs() {
  return digestOfSources({
    folder: FOLDER,
    sources: SOURCES,
    // What it is, and not who said so: the default in words is the same build.
    settings: SERVER_URL,
  });
}
