import { createRequire } from 'node:module';
import { join } from 'node:path';

import { hostAppConfig } from '@host/native-project/rspack';

import { reactNativeRule } from '../../../scripts/build/reactNativeRule.mjs';
import { definitions } from './definitions.mjs';

const require = createRequire(import.meta.url);
const FOLDER = join(import.meta.dirname, '..');

/** The Re.Pack configuration of the host for ios or android. */
export function nativeConfig({ platform, mode, path, cache, devServer }) {
  return hostAppConfig({
    root: FOLDER,
    platform,
    mode,
    devServer,
    path,
    cache,
    define: definitions({ mode, platform }),
    // Both platforms share the cache of compiled files.
    rule: reactNativeRule({
      folder: FOLDER,
      loader: require.resolve('@callstack/repack/babel-swc-loader'),
      preset: require.resolve('@react-native/babel-preset'),
    }),
  });
}
