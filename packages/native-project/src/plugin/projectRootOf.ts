import type { ExportedConfigWithProps } from '@expo/config-plugins';

/** The folder with `app.json`: the native projects may be generated in a temporary folder. */
export function projectRootOf(mod: ExportedConfigWithProps): string {
  return (mod['_internal']?.['projectRoot'] as string | undefined) ?? mod.modRequest.projectRoot;
}
