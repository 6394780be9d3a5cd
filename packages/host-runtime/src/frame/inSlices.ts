/** Work that waits, and is done a little at a time. */
export interface Slices<Item> {
  add(item: Item): void;
  /** Forgets what still waits. */
  clear(): void;
}

/** Half of the time between two pictures: whoever touches the screen meanwhile is answered with the next one. */
const SLICE_MS = 8;

/** Does work in the order in which it came, and lets the page breathe in between. */
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
    // One at least, or a clock that jumps would stop it for good.
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
      // At once while nothing waits: timers come late in a page that is in the background.
      run();
    },
    clear: () => void (waiting = []),
  };
}
