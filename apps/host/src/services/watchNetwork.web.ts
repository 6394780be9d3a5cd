import type { Observable } from '@host/miniapp-sdk/host';

import { createStore } from '../common/createStore.ts';

/** Whether the browser is connected. */
export function watchNetwork(): Observable<boolean> {
  const isOnline = createStore(navigator.onLine);
  const update = () => isOnline.set(navigator.onLine);
  addEventListener('online', update);
  addEventListener('offline', update);
  return isOnline;
}
