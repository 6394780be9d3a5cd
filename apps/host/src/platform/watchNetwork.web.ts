import { createObservable } from '@host/contracts';
import type { Observable } from '@host/miniapp-sdk/host';

/** Whether the browser is online. */
export function watchNetwork(): Observable<boolean> {
  const isOnline = createObservable(navigator.onLine);
  const update = () => isOnline.set(navigator.onLine);
  addEventListener('online', update);
  addEventListener('offline', update);
  return isOnline;
}
