import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import type { RspackPluginInstance } from '@rspack/core';

const require = createRequire(import.meta.url);

/** A file of what is bundled of Re.Pack and Babel; both `src` and `dist` lie beside it. */
export function transform(
  name: 'babelLoader' | 'babelSwcLoader' | 'hermesParser' | 'nativePreset' | 'stripFlow',
): string {
  return fileURLToPath(new URL(`../dist/transforms/${name}.cjs`, import.meta.url));
}

/** Re.Pack's plugin that makes the code which loads chunks ask the script manager of the host. */
export function repackTarget(): RspackPluginInstance {
  const { RepackTargetPlugin } = require('../dist/transforms/all.cjs') as {
    RepackTargetPlugin: new () => RspackPluginInstance;
  };
  return new RepackTargetPlugin();
}
