/** A changing value that hooks can subscribe to. It is the same object until it changes. */
export interface Observable<Value> {
  get: () => Value;
  subscribe: (listener: () => void) => () => void;
}

/** An observable whose value can be set. */
export interface MutableObservable<Value> extends Observable<Value> {
  set: (value: Value) => void;
}

/** Creates a value that notifies its listeners of changes; setting it to its current value notifies nobody. */
export function createObservable<Value>(initial: Value): MutableObservable<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      // A copy: a listener may subscribe or unsubscribe.
      for (const listener of new Set(listeners)) {
        try {
          listener();
        } catch (error) {
          // The other listeners are still called; the error surfaces as an unhandled rejection.
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
