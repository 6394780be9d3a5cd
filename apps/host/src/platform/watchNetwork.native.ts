import { createObservable } from '@host/contracts';
import type { Observable } from '@host/miniapp-sdk/host';

/** Always connected as far as this knows: a device tells only through a native module, which a host adds for itself. */
export function watchNetwork(): Observable<boolean> {
  return createObservable(true);
}
