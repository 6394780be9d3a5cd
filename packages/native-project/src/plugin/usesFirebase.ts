import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ExportedConfigWithProps } from '@expo/config-plugins';

import { projectRootOf } from './projectRootOf.ts';

const FIREBASE = '@react-native-firebase/app';

/** Whether autolinking adds Firebase to the native projects, going by the dependencies in package.json. */
export function usesFirebase(mod: ExportedConfigWithProps): boolean {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(projectRootOf(mod), 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>;
  return FIREBASE in { ...dependencies, ...devDependencies };
}
