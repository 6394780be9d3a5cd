import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import * as Repack from '@callstack/repack';
import { rspack } from '@rspack/core';

import { reactNativeRule } from '../../../scripts/build/reactNativeRule.mjs';

const require = createRequire(import.meta.url);
const folder = dirname(import.meta.dirname);

/** The modules that every host shares; `name/` includes everything below. Not the SDK: each mini-app gets its own. */
const SHARED = [
  ...Object.keys(require('@host/contracts/shared-modules.json')).filter(
    (name) => name !== '@host/miniapp-sdk',
  ),
  'react/',
  'react-native/',
];

/** Packages of which little is used. React Native's preset would compile them to CommonJS, which prevents tree shaking. */
const TREE_SHAKEN = /[\\/](?:contracts[\\/]src|node_modules[\\/]zod)[\\/]/;

const swcRule = {
  test: /\.[cm]?[jt]sx?$/,
  type: 'javascript/auto',
  use: {
    loader: 'builtin:swc-loader',
    options: { detectSyntax: 'auto', jsc: { target: 'es5', parser: { syntax: 'typescript' } } },
  },
};

export function installedVersion(name) {
  const file = join(folder, 'node_modules', name.replace(/\/$/, ''), 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/** The host bundle of a platform. */
export function hostConfig(platform) {
  return {
    ...commonConfig(platform),
    entry: './host-app/index.ts',
    resolve: {
      ...Repack.getResolveOptions(platform, { enablePackageExports: true }),
      alias: {
        '@babel/runtime': packageFolder('@babel/runtime'),
        '@swc/helpers': packageFolder('@swc/helpers'),
      },
    },
    module: {
      rules: [
        { ...swcRule, include: TREE_SHAKEN },
        reactNativeRule({
          folder,
          loader: require.resolve('@callstack/repack/babel-swc-loader'),
          preset: require.resolve('@react-native/babel-preset'),
          exclude: TREE_SHAKEN,
        }),
        ...Repack.getAssetTransformRules({ inline: true }),
      ],
    },
    plugins: [
      new rspack.DefinePlugin({
        SDK_VERSION: JSON.stringify(installedVersion('@host/miniapp-sdk')),
      }),
      // An optional dependency of React Navigation.
      new rspack.IgnorePlugin({ resourceRegExp: /^@react-native-masked-view/ }),
      new Repack.RepackPlugin({
        platform,
        logger: false,
        extraChunks: [{ test: /.*/, type: 'local' }],
      }),
      new Repack.plugins.ModuleFederationPluginV2({
        name: 'headless_host',
        dts: false,
        manifest: false,
        shared: sharedModules(),
        // Mini-apps are built without the federation runtime and take the host's.
        experiments: { provideExternalRuntime: true },
      }),
    ],
  };
}

/** A script that runs before React Native, or without it. */
export function scriptConfig(name, entry) {
  return {
    ...commonConfig(name),
    entry,
    target: ['web', 'es5'],
    resolve: {
      extensions: ['.ts', '.js'],
      alias: { '@swc/helpers': packageFolder('@swc/helpers') },
    },
    module: { rules: [swcRule] },
  };
}

function commonConfig(name) {
  return {
    name,
    mode: 'production',
    context: folder,
    devtool: false,
    output: {
      filename: `${name}.bundle`,
      publicPath: 'noop:///',
      uniqueName: 'headless_host',
    },
    performance: { hints: false },
    optimization: {
      chunkIds: 'named',
      // Re.Pack's own minimizer does nothing.
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          test: /\.bundle$/,
          extractComments: false,
          minimizerOptions: { format: { comments: false } },
        }),
      ],
    },
    cache: {
      type: 'persistent',
      version: name,
      buildDependencies: [import.meta.filename],
      storage: { type: 'filesystem', directory: join(folder, 'node_modules/.cache/host') },
    },
  };
}

function sharedModules() {
  const entries = SHARED.map((name) => [
    name,
    { singleton: true, eager: true, version: installedVersion(name), requiredVersion: false },
  ]);
  return Object.fromEntries(entries);
}

function packageFolder(name) {
  return dirname(require.resolve(`${name}/package.json`));
}
