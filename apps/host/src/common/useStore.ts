import type { Observable } from '@host/miniapp-sdk/host';
import { useSyncExternalStore } from 'react';

/** The current value of an observable; renders again when it changes. */
export function useStore<Value>({ get, subscribe }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get, get);
}
