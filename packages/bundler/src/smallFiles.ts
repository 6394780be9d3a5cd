import type { Configuration } from '@rspack/core';

/** Splits large chunks: a host only fetches changed files, and a changed line is in only one of them. */
export const SMALL_FILES = {
  chunks: 'async',
  cacheGroups: { default: false, defaultVendors: false },
  fallbackCacheGroup: { chunks: 'async', minSize: 4 * 1024, maxSize: 16 * 1024 },
  // The names of the parts would otherwise contain the paths of their modules.
  hidePathInfo: true,
} satisfies NonNullable<Configuration['optimization']>['splitChunks'];
