import { inject } from 'vitest';

import { type SendToAll, loadSendToAll } from '../live/SendToAll.ts';

/** The loop in C; undefined where it could not be compiled. */
export function nativeSendToAll(): SendToAll | undefined {
  const file = inject('sendToAllFile');
  return file === undefined ? undefined : loadSendToAll(file);
}
