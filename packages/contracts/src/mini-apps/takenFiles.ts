import { isAsset } from './assets.ts';

/**
 * The files of a version that each web loader fetches as bytes. In the host's page, the browser verifies scripts itself, but
 * has no integrity check for pictures and fonts; a frame gets all files from the host.
 */
export const takenFiles = {
  realm: isAsset,
  frame: (path: string): boolean => path.endsWith('.js') || isAsset(path),
} as const;
