import { createRequire } from 'node:module';

import { ProjectError } from './ProjectError.ts';

const require = createRequire(import.meta.url);

/** Loads Re.Pack. Only standalone mini-apps on a device need it; for a host, they are built without it. */
export function loadRepack(): typeof import('@callstack/repack') {
  try {
    return require('@callstack/repack') as typeof import('@callstack/repack');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new ProjectError(
      'A mini-app that runs by itself on a device is built with React Native and Re.Pack, which are not installed.',
      'Add them: `npm install react-native@0.86.3 && npm install --save-dev @callstack/repack@5`.',
    );
  }
}
