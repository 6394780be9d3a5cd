import { type Configuration, rspack } from '@rspack/core';

import { ASSET_REGISTRY, assetAliases, assetRule } from './assets.ts';
import { babelConfigOf } from './babelConfig.ts';
import type { BuildPlan } from './BuildPlan.types.ts';
import { commonAliases, commonConfig, ownEntry } from './commonConfig.ts';
import { loadRepack } from './loadRepack.ts';
import { nativeFederation } from './nativeFederation.ts';
import { nativeResolve } from './nativeResolve.ts';
import { SMALL_FILES } from './smallFiles.ts';
import { repackTarget, transform } from './transforms.ts';
import { tsConfigPaths } from './tsConfig.ts';
import { UnsharedImportsPlugin } from './UnsharedImportsPlugin.ts';

/** The build for ios and android, for hosts that load it with Re.Pack. */
export function nativeConfig(plan: BuildPlan): Configuration {
  const { project, platform, mode, standalone, serve } = plan;
  const common = commonConfig(plan);
  const isHosted = !standalone && !serve && mode === 'production';
  return {
    ...common,
    ...(isHosted && { optimization: { ...common.optimization, splitChunks: SMALL_FILES } }),
    entry: standalone ? ownEntry('standalone.native.js') : {},
    resolve: {
      ...nativeResolve(platform),
      extensionAlias: assetAliases(),
      alias: commonAliases(plan),
      ...tsConfigPaths(project.root),
    },
    output: {
      ...common.output,
      // Re.Pack asks for chunks by their ids.
      chunkFilename: '[id].chunk.bundle',
      // The place of a script is the host's to say.
      ...(!serve && { publicPath: 'noop:///' }),
    },
    module: {
      rules: [
        {
          test: /\.[cm]?[jt]sx?$/,
          type: 'javascript/auto',
          use: {
            loader: transform('babelSwcLoader'),
            parallel: true,
            options: {
              hermesParserPath: transform('hermesParser'),
              babelOverrides: {
                babelrc: false,
                configFile: babelConfigOf(project.root) ?? false,
                presets: [transform('nativePreset')],
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
      ...nativeFederation(plan),
      ...(standalone ? [] : [ownAssetRegistry(), new UnsharedImportsPlugin(plan)]),
    ],
  };
}

/** An alias would come too late: federation takes everything below `react-native/` for shared. */
function ownAssetRegistry() {
  return new rspack.NormalModuleReplacementPlugin(ASSET_REGISTRY, ownEntry('assetRegistry.js'));
}

function repackPlugins({ platform, standalone }: BuildPlan) {
  if (!standalone) {
    // Of what RepackPlugin adds, this alone: React Native and its polyfills are in the host.
    return [repackTarget()];
  }
  // All chunks are local: without this Re.Pack copies them to a second folder.
  const extraChunks = [{ test: /.*/, type: 'local' as const }];
  const { RepackPlugin } = loadRepack();
  return [new RepackPlugin({ platform, extraChunks, logger: false })];
}
