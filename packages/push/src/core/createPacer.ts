import { createObservable } from '@host/contracts';

/** A throttle with leading and trailing calls: the last of many changes is always reported. */
export interface Pacer {
  tell(): void;
  subscribe: (listener: () => void) => () => void;
}

export function createPacer(everyMs: number): Pacer {
  const times = createObservable(0);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;

  function tell(): void {
    isDue = timer !== undefined;
    if (isDue) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) tell();
    }, everyMs);
    times.set(times.get() + 1);
  }

  return { tell, subscribe: times.subscribe };
}
