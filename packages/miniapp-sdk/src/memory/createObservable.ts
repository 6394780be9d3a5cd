import type { Observable } from '../sdk/HostServices.types.ts';

/** A value that can be changed, and that tells who listens. */
export interface MutableObservable<Value> extends Observable<Value> {
  set(value: Value): void;
}

export function createObservable<Value>(initial: Value): MutableObservable<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(value) {
      current = value;
      for (const listener of listeners) tell(listener);
    },
  };
}

// One listener that throws must not keep the others from being told: it surfaces as an unhandled rejection.
function tell(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    void Promise.reject(error);
  }
}
