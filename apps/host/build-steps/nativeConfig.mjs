import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import * as Repack from '@callstack/repack';
import { rspack } from '@rspack/core';

import { reactNativeRule } from '../../../scripts/build/reactNativeRule.mjs';
import { definitions } from './definitions.mjs';
import { oneCopy } from './oneCopy.mjs';

const require = createRequire(import.meta.url);
const FOLDER = join(import.meta.dirname, '..');

/** The host for ios or android, with Re.Pack. */
export function nativeConfig({ platform, mode, path, cache, devServer }) {
  return {
    name: platform,
    mode,
    context: FOLDER,
    entry: './index.js',
    devtool: false,
    cache,
    performance: { hints: false },
    ...(devServer && { devServer }),
    output: {
      path,
      clean: true,
      filename: 'index.bundle',
      chunkFilename: '[name].chunk.bundle',
      uniqueName: 'host_app',
    },
    resolve: {
      ...Repack.getResolveOptions(platform, { enablePackageExports: true }),
      alias: {
        ...oneCopy([
          'react',
          'react-native',
          '@react-navigation/native',
          '@react-navigation/native-stack',
          'react-native-safe-area-context',
          'react-native-screens',
        ]),
        '@babel/runtime': packageFolder('@babel/runtime'),
        '@swc/helpers': packageFolder('@swc/helpers'),
      },
    },
    // Re.Pack names its loaders as a project would find them, which a strict package manager does not let it.
    resolveLoader: {
      alias: {
        '@callstack/repack/assets-loader': require.resolve('@callstack/repack/assets-loader'),
      },
    },
    module: {
      rules: [
        reactNativeRule({
          folder: FOLDER,
          loader: require.resolve('@callstack/repack/babel-swc-loader'),
          preset: require.resolve('@react-native/babel-preset'),
        }),
        ...Repack.getAssetTransformRules({ inline: true }),
      ],
    },
    optimization: {
      chunkIds: 'named',
      minimize: mode === 'production',
      // Re.Pack's own minimizer leaves out what ends in .bundle.
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          test: /\.bundle$/,
          extractComments: false,
          minimizerOptions: { format: { comments: false } },
        }),
      ],
    },
    plugins: [
      new rspack.DefinePlugin(definitions({ mode, platform })),
      // React Navigation tries to load it and goes on without.
      new rspack.IgnorePlugin({ resourceRegExp: /^@react-native-masked-view/ }),
      // All chunks go into the app: without this Re.Pack would look for them on a server.
      new Repack.RepackPlugin({
        platform,
        logger: false,
        extraChunks: [{ test: /.*/, type: 'local' }],
      }),
    ],
  };
}

function packageFolder(name) {
  return dirname(require.resolve(`${name}/package.json`));
}
