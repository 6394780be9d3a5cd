/** The folder in a build for files other than code: pictures, fonts, sounds. */
export const ASSETS_FOLDER = 'assets/';

/** Whether a file of a version is an asset. */
export function isAsset(path: string): boolean {
  return path.startsWith(ASSETS_FOLDER);
}
