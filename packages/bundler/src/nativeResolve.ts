import type { ResolveOptions } from '@rspack/core';

import type { BuildPlan } from './BuildPlan.types.ts';

const EXTENSIONS = ['.js', '.jsx', '.ts', '.tsx', '.json'];
const FIELDS = ['react-native', 'browser', 'main'];

/** Module resolution for a device, compatible with Metro. */
export function nativeResolve(platform: BuildPlan['platform']): ResolveOptions {
  return {
    extensions: EXTENSIONS.flatMap((ending) => [
      `.${platform}${ending}`,
      `.native${ending}`,
      ending,
    ]),
    mainFields: FIELDS,
    aliasFields: FIELDS,
    exportsFields: ['exports'],
    conditionNames: ['react-native'],
    byDependency: {
      esm: { conditionNames: ['react-native', 'import'] },
      commonjs: { conditionNames: ['react-native', 'require'] },
    },
  };
}
