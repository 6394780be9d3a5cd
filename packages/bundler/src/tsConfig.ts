import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { ResolveOptions } from '@rspack/core';

/** Resolves the `paths` of the project's tsconfig.json as the TypeScript compiler does. */
export function tsConfigPaths(root: string): Pick<ResolveOptions, 'tsConfig'> {
  const configFile = join(root, 'tsconfig.json');
  return existsSync(configFile) ? { tsConfig: { configFile, references: 'auto' } } : {};
}
