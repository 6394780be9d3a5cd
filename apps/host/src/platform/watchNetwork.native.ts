import { createObservable } from '@host/contracts';
import type { Observable } from '@host/miniapp-sdk/host';

/** Always reports connected: detecting the network on a device takes a native module, which a host can add itself. */
export function watchNetwork(): Observable<boolean> {
  return createObservable(true);
}
