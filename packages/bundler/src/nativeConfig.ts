import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import * as Repack from '@callstack/repack';
import type { Configuration } from '@rspack/core';

import { assetAliases, assetRule } from './assets.ts';
import { babelConfigOf } from './babelConfig.ts';
import type { BuildPlan } from './BuildPlan.types.ts';
import { commonAliases, commonConfig, federationOptions, ownEntry } from './commonConfig.ts';
import { tsConfigPaths } from './tsConfig.ts';
import { UnsharedImportsPlugin } from './UnsharedImportsPlugin.ts';

const require = createRequire(import.meta.url);
const MODERN_SYNTAX = fileURLToPath(new URL('../loaders/modernSyntaxPreset.cjs', import.meta.url));

/** The build for ios and android, with Re.Pack. */
export function nativeConfig(plan: BuildPlan): Configuration {
  const { project, platform, standalone, serve } = plan;
  const common = commonConfig(plan);
  const federation = federationOptions(plan);
  return {
    ...common,
    entry: standalone ? ownEntry('standalone.native.js') : {},
    resolve: {
      ...Repack.getResolveOptions(platform, { enablePackageExports: true }),
      extensionAlias: assetAliases(),
      alias: commonAliases(plan),
      ...tsConfigPaths(project.root),
    },
    output: {
      ...common.output,
      chunkFilename: '[name].chunk.bundle',
      // The place of a script is the host's to say.
      ...(!serve && { publicPath: 'noop:///' }),
    },
    module: {
      rules: [
        {
          test: /\.[cm]?[jt]sx?$/,
          type: 'javascript/auto',
          use: {
            loader: require.resolve('@callstack/repack/babel-swc-loader'),
            parallel: true,
            options: {
              babelOverrides: {
                babelrc: false,
                configFile: babelConfigOf(project.root) ?? false,
                presets: [require.resolve('@react-native/babel-preset'), MODERN_SYNTAX],
              },
            },
          },
        },
        assetRule(plan),
      ],
    },
    plugins: [
      ...common.plugins,
      ...repackPlugins(plan),
      new Repack.plugins.ModuleFederationPluginV2({
        ...federation,
        // The dev server serves only files that end in .bundle.
        filename: serve ? `${federation.filename}.bundle` : federation.filename,
        // They load remotes, with a copy of Re.Pack's script manager: the host does that.
        ...(!standalone && { defaultRuntimePlugins: [] }),
      }),
      ...(standalone ? [] : [new UnsharedImportsPlugin()]),
    ],
  };
}

function repackPlugins({ platform, standalone }: BuildPlan) {
  if (!standalone) {
    // What RepackPlugin adds, less React Native and its polyfills, which are in the host.
    return [new Repack.plugins.BabelPlugin(), new Repack.plugins.RepackTargetPlugin()];
  }
  // All chunks are local: without this Re.Pack copies them to a second folder.
  const extraChunks = [{ test: /.*/, type: 'local' as const }];
  return [new Repack.RepackPlugin({ platform, extraChunks, logger: false })];
}
