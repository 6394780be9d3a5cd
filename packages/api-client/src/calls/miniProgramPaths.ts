import { path } from '../exchange/path.ts';

/** The path of the registry's mini-apps. */
export const MINI_PROGRAMS = '/v1/admin/mini-programs';

/** The path of a mini-app, to which sub-resources are appended. */
export function miniProgramPath(appId: string): string {
  return MINI_PROGRAMS + path`/${appId}`;
}

/** The path of a version's record, to which its actions are appended. */
export function versionPath(appId: string, version: string): string {
  return miniProgramPath(appId) + path`/versions/${version}`;
}
