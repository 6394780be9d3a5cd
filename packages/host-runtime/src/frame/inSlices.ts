/** A queue of work that is processed in time slices. */
export interface Slices<Item> {
  add(item: Item): void;
  /** Drops waiting work. */
  clear(): void;
}

/** Half the duration of a display frame, so that touches are handled by the next one. */
const SLICE_MS = 8;

/** Processes work in order, and yields to the page in between. */
export function inSlices<Item extends object | string>(
  work: (item: Item) => void,
  {
    now = () => performance.now(),
    later = (goOn: () => void) => void setTimeout(goOn, 0),
  }: { now?: () => number; later?: (goOn: () => void) => void } = {},
): Slices<Item> {
  let waiting: Item[] = [];
  let isBusy = false;

  function run(): void {
    const end = now() + SLICE_MS;
    // At least one, so that a clock that jumps cannot stop it for good.
    do {
      const item = waiting.shift();
      if (item !== undefined) work(item);
    } while (waiting.length > 0 && now() < end);
    isBusy = waiting.length > 0;
    if (isBusy) later(run);
  }

  return {
    add(item) {
      waiting.push(item);
      if (isBusy) return;
      isBusy = true;
      // At once if nothing else is waiting: timers are throttled in background pages.
      run();
    },
    clear: () => void (waiting = []),
  };
}
