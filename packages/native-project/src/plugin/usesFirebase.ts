import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ExportedConfigWithProps } from '@expo/config-plugins';

const FIREBASE = '@react-native-firebase/app';

/** Whether autolinking adds Firebase to the native projects: it goes by what the project's package.json names. */
export function usesFirebase(mod: ExportedConfigWithProps): boolean {
  // The projects may be made elsewhere than they end up.
  const root =
    (mod['_internal']?.['projectRoot'] as string | undefined) ?? mod.modRequest.projectRoot;
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>;
  return FIREBASE in { ...dependencies, ...devDependencies };
}
