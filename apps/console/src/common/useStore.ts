import type { Observable } from '@host/contracts';
import { useSyncExternalStore } from 'react';

/** The value of a store, now and whenever it changes. */
export function useStore<Value>({ get, subscribe }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get, get);
}
