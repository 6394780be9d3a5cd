/** The folder of a build's files that are no code: pictures, fonts, sounds. */
export const ASSETS_FOLDER = 'assets/';

/** Whether a file of a version is an asset. */
export function isAsset(path: string): boolean {
  return path.startsWith(ASSETS_FOLDER);
}
