import { rspack } from '@rspack/core';

import { ASSET_REGISTRY } from './assets.ts';
import { ownEntry } from './commonConfig.ts';

/**
 * Replaces the asset registry. An alias would come too late, since federation treats everything below `react-native/` as
 * shared. Standalone mini-apps need it as well: a strict package manager hides the registry's package from libraries.
 */
export function ownAssetRegistry() {
  return new rspack.NormalModuleReplacementPlugin(ASSET_REGISTRY, ownEntry('assetRegistry.js'));
}
