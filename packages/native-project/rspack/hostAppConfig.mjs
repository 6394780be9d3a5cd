import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import * as Repack from '@callstack/repack';
import { rspack } from '@rspack/core';

/** Packages of which a host must bundle a single copy, even if several are installed: two copies would not share their state. */
const ONE_COPY = [
  'react',
  'react-native',
  '@react-navigation/native',
  '@react-navigation/native-stack',
  'react-native-safe-area-context',
  'react-native-screens',
];

/** How Re.Pack bundles a host for ios or android; `rspack.config.mjs` of a host calls it. */
export function hostAppConfig({ root, platform, mode, devServer, path, cache, rule, define = {} }) {
  const require = createRequire(join(root, 'package.json'));
  const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));
  return {
    name: platform,
    mode,
    context: root,
    entry: './index.js',
    devtool: false,
    ...(cache && { cache }),
    performance: { hints: false },
    ...(devServer && { devServer }),
    output: {
      path: path ?? join(root, 'build', platform),
      clean: true,
      filename: 'index.bundle',
      chunkFilename: '[name].chunk.bundle',
      uniqueName: 'host_app',
    },
    resolve: {
      ...Repack.getResolveOptions(platform, { enablePackageExports: true }),
      alias: {
        ...Object.fromEntries(
          ONE_COPY.map((name) => [name, realpathSync(join(root, 'node_modules', name))]),
        ),
        '@babel/runtime': folderOf('@babel/runtime'),
        '@swc/helpers': folderOf('@swc/helpers'),
      },
    },
    // Re.Pack refers to its loaders as if the project depended on them; strict package managers do not resolve these names.
    resolveLoader: {
      alias: {
        '@callstack/repack/assets-loader': require.resolve('@callstack/repack/assets-loader'),
      },
    },
    module: {
      rules: [rule ?? sourceRule(require), ...Repack.getAssetTransformRules({ inline: true })],
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
      new rspack.DefinePlugin(define),
      // An optional dependency of React Navigation.
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

/** Sources, the host's own and those of packages, with React Native's preset. */
function sourceRule(require) {
  return {
    test: /\.[cm]?[jt]sx?$/,
    type: 'javascript/auto',
    use: {
      loader: require.resolve('@callstack/repack/babel-swc-loader'),
      parallel: true,
      options: {
        babelOverrides: {
          babelrc: false,
          configFile: false,
          presets: [require.resolve('@react-native/babel-preset')],
        },
      },
    },
  };
}
