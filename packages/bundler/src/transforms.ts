import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import type { RspackPluginInstance } from '@rspack/core';

const require = createRequire(import.meta.url);

/** The path of a bundled file of Re.Pack or Babel, next to both `src` and `dist`. */
export function transform(
  name: 'babelLoader' | 'babelSwcLoader' | 'hermesParser' | 'nativePreset' | 'stripFlow',
): string {
  return fileURLToPath(new URL(`../dist/transforms/${name}.cjs`, import.meta.url));
}

/** Re.Pack's plugin that makes chunks load through the host's script manager. */
export function repackTarget(): RspackPluginInstance {
  const { RepackTargetPlugin } = require('../dist/transforms/all.cjs') as {
    RepackTargetPlugin: new () => RspackPluginInstance;
  };
  return new RepackTargetPlugin();
}
