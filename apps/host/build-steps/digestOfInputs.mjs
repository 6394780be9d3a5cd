import { join } from 'node:path';

import { digestOfSources } from '../../../scripts/build/digestOfSources.mjs';

const FOLDER = join(import.meta.dirname, '..');

/** Everything that a build is made of, apart from what is installed. */
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

/** A text that changes when anything does that a build is made of. */
export function digestOfInputs() {
  return digestOfSources({
    folder: FOLDER,
    sources: SOURCES,
    settings: process.env.SERVER_URL ?? '',
  });
}
