/** A value that changes, as a hook reads it. The same value is the same object until it changes. */
export interface Observable<Value> {
  get: () => Value;
  subscribe: (listener: () => void) => () => void;
}

/** An observable whose owner sets it. */
export interface MutableObservable<Value> extends Observable<Value> {
  set: (value: Value) => void;
}

/** Makes a value that tells who listens when it changes. Setting what it has already tells nobody. */
export function createObservable<Value>(initial: Value): MutableObservable<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      // A copy: who is told may stop listening, or start.
      for (const listener of new Set(listeners)) {
        try {
          listener();
        } catch (error) {
          // The others are told all the same: it surfaces as an unhandled rejection.
          void Promise.reject(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
