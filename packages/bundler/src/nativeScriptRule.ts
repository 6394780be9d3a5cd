import type { RuleSetRule } from '@rspack/core';

import { babelConfigOf } from './babelConfig.ts';
import { transform } from './transforms.ts';

/** The rule that compiles scripts for a device. */
export function nativeScriptRule(root: string): RuleSetRule {
  return {
    test: /\.[cm]?[jt]sx?$/,
    type: 'javascript/auto',
    use: {
      loader: transform('babelSwcLoader'),
      parallel: true,
      options: {
        hermesParserPath: transform('hermesParser'),
        babelOverrides: {
          babelrc: false,
          configFile: babelConfigOf(root) ?? false,
          presets: [transform('nativePreset')],
        },
      },
    },
  };
}
