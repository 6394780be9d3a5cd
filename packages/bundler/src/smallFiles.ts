import type { Configuration } from '@rspack/core';

/** Large chunks are several files: a host fetches the files that changed, and a line that did is in one of them. */
export const SMALL_FILES = {
  chunks: 'async',
  cacheGroups: { default: false, defaultVendors: false },
  fallbackCacheGroup: { chunks: 'async', minSize: 4 * 1024, maxSize: 16 * 1024 },
  // Names of the parts are made of the paths of what is in them.
  hidePathInfo: true,
} satisfies NonNullable<Configuration['optimization']>['splitChunks'];
