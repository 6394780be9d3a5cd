import { isAsset } from './assets.ts';

/**
 * The files of a version that each loader for the web fetches as bytes. In the host's page a browser checks scripts itself, but
 * takes no digest for pictures and fonts; a frame is given everything.
 */
export const takenFiles = {
  realm: isAsset,
  frame: (path: string): boolean => path.endsWith('.js') || isAsset(path),
} as const;
