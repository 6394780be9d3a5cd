import type { Configuration } from '@rspack/core';

import { assetAliases, assetRule } from './assets.ts';
import type { BuildPlan } from './BuildPlan.types.ts';
import { commonAliases, commonConfig, ownEntry } from './commonConfig.ts';
import { HostModulesPlugin } from './HostModulesPlugin.ts';
import { loadRepack } from './loadRepack.ts';
import { nativeFederation } from './nativeFederation.ts';
import { nativeResolve } from './nativeResolve.ts';
import { nativeScriptRule } from './nativeScriptRule.ts';
import { ownAssetRegistry } from './ownAssetRegistry.ts';
import { SMALL_FILES } from './smallFiles.ts';
import { repackTarget } from './transforms.ts';
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
      // Re.Pack loads chunks by their ids.
      chunkFilename: '[id].chunk.bundle',
      // The host decides where scripts are loaded from.
      ...(!serve && { publicPath: 'noop:///' }),
    },
    module: {
      rules: [nativeScriptRule(project.root), assetRule(plan)],
    },
    plugins: [
      ...common.plugins,
      ...repackPlugins(plan),
      ...nativeFederation(plan),
      ownAssetRegistry(),
      ...(standalone ? [] : [new UnsharedImportsPlugin(plan), new HostModulesPlugin(plan)]),
    ],
  };
}

function repackPlugins({ platform, standalone }: BuildPlan) {
  if (!standalone) {
    // The only part of RepackPlugin that is needed: React Native and its polyfills are in the host.
    return [repackTarget()];
  }
  // All chunks are local: without this Re.Pack copies them to a second folder.
  const extraChunks = [{ test: /.*/, type: 'local' as const }];
  const { RepackPlugin } = loadRepack();
  return [new RepackPlugin({ platform, extraChunks, logger: false })];
}
