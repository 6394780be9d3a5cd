import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type ConfigPlugin, withDangerousMod } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const COMMENT = '# Re.Pack bundles, through the command line of React Native.';
const SETTINGS = /^export (?:CLI_PATH|BUNDLE_COMMAND)=.*\n/gm;
const OURS = `${COMMENT}
export CLI_PATH="$("$NODE_BINARY" --print "require('node:path').join(require.resolve('react-native/package.json'), '../cli.js')")"
export BUNDLE_COMMAND="bundle"
`;

/** Makes Xcode's build phase call `react-native bundle`, instead of a hard-coded bundler. */
export const withRepackXcode: ConfigPlugin<HostPluginOptions> = (config) =>
  withDangerousMod(config, [
    'ios',
    async (mod) => {
      const file = join(mod.modRequest.platformProjectRoot, '.xcode.env');
      const text = await readFile(file, 'utf8').catch(() => NODE_BINARY);
      const without = text.replace(`${COMMENT}\n`, '').replaceAll(SETTINGS, '');
      await writeFile(file, `${without.trimEnd()}\n${OURS}`);
      return mod;
    },
  ]);

const NODE_BINARY = 'export NODE_BINARY=$(command -v node)\n';
