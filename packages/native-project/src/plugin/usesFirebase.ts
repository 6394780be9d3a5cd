import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ExportedConfigWithProps } from '@expo/config-plugins';

import { projectRootOf } from './projectRootOf.ts';

const FIREBASE = '@react-native-firebase/app';

/** Whether autolinking adds Firebase to the native projects: it goes by what the project's package.json names. */
export function usesFirebase(mod: ExportedConfigWithProps): boolean {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(projectRootOf(mod), 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>;
  return FIREBASE in { ...dependencies, ...devDependencies };
}
