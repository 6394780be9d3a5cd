import { inject } from 'vitest';

import { type NativeSockets, loadNativeSockets } from '../websocket/nativeSockets.ts';

/** The server's native module; undefined if it could not be compiled. */
export function nativeSockets(): NativeSockets | undefined {
  const file = inject('nativeSocketsFile');
  return file === undefined ? undefined : loadNativeSockets(file);
}
