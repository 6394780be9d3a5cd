import { rspack } from '@rspack/core';

import { ASSET_REGISTRY } from './assets.ts';
import { ownEntry } from './commonConfig.ts';

/**
 * An alias would come too late: federation takes everything below `react-native/` for shared. By itself a mini-app needs it
 * as well: a strict package manager hides the package of the registry from libraries.
 */
export function ownAssetRegistry() {
  return new rspack.NormalModuleReplacementPlugin(ASSET_REGISTRY, ownEntry('assetRegistry.js'));
}
