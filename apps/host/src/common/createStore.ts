import type { Observable } from '@host/miniapp-sdk/host';

/** A value that changes and tells who listens. */
export interface Store<Value> extends Observable<Value> {
  set: (value: Value) => void;
}

/** Makes a store; setting the value that it has already tells nobody. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
