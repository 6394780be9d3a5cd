/** A value that changes, as a hook reads it. The same value is the same object until it changes. */
export interface Observable<Value> {
  get: () => Value;
  subscribe: (listener: () => void) => () => void;
}

/** An observable whose owner sets it. */
export interface Subject<Value> extends Observable<Value> {
  set(value: Value): void;
}

export function createObservable<Value>(first: Value): Subject<Value> {
  let current = first;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      // A copy: who is told may stop listening, or start.
      for (const tell of Array.from(listeners)) tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
