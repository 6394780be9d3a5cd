import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { ResolveOptions } from '@rspack/core';

/** Lets `paths` of the project's tsconfig.json be found where the compiler of types finds them. */
export function tsConfigPaths(root: string): Pick<ResolveOptions, 'tsConfig'> {
  const configFile = join(root, 'tsconfig.json');
  return existsSync(configFile) ? { tsConfig: { configFile, references: 'auto' } } : {};
}
