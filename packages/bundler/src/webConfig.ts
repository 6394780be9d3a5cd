import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';

import { assetAliases, assetRule } from './assets.ts';
import type { BuildPlan } from './BuildPlan.types.ts';
import { ChunksByAddressPlugin } from './ChunksByAddressPlugin.ts';
import { commonAliases, commonConfig, federationOptions, ownEntry } from './commonConfig.ts';

const require = createRequire(import.meta.url);
const EXTENSIONS = ['tsx', 'ts', 'jsx', 'mjs', 'js', 'json'];

/** The build for a host in a browser, on react-native-web. */
export function webConfig(plan: BuildPlan): Configuration {
  const { mode, standalone } = plan;
  const common = commonConfig(plan);
  return {
    ...common,
    target: ['web', 'es2022'],
    entry: standalone ? ownEntry('standalone.web.js') : {},
    resolve: {
      extensions: EXTENSIONS.flatMap((name) => [`.web.${name}`]).concat(
        EXTENSIONS.map((name) => `.${name}`),
      ),
      extensionAlias: assetAliases(),
      mainFields: ['browser', 'module', 'main'],
      alias: { ...commonAliases(plan), 'react-native$': reactNativeWeb() },
    },
    output: {
      ...common.output,
      chunkFilename: '[name].[contenthash:8].chunk.js',
      publicPath: 'auto',
      crossOriginLoading: 'anonymous',
    },
    module: {
      rules: [
        {
          test: /\.[cm]?[jt]sx?$/,
          type: 'javascript/auto',
          use: {
            loader: 'builtin:swc-loader',
            options: {
              detectSyntax: 'auto',
              jsc: {
                transform: { react: { runtime: 'automatic', development: mode === 'development' } },
              },
              env: { targets: 'chrome >= 100, safari >= 15.4, firefox >= 100' },
            },
          },
        },
        { test: /\.m?js$/, resolve: { fullySpecified: false } },
        assetRule(plan),
      ],
    },
    plugins: [
      ...common.plugins,
      new ModuleFederationPlugin(federationOptions(plan)),
      new ChunksByAddressPlugin(),
      // A host demands the digest of the container; the container demands those of its chunks.
      ...(mode === 'production'
        ? [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] })]
        : []),
    ],
  };
}

function reactNativeWeb(): string {
  return join(dirname(require.resolve('react-native-web/package.json')), 'dist/index.js');
}
