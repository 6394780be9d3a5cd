import type { Io } from './Runtime.types.ts';

/**
 * A virtual clock with timers: if nothing is due, it jumps to the next timer. Time passes only while the driver waits for
 * something, so runs are fast and deterministic.
 */
export interface Clock {
  now(): number;
  setTimeout(callback: () => void, ms: number): number;
  setInterval(callback: () => void, ms: number): number;
  clear(id: unknown): void;
  /** Lets time pass. */
  sleep(ms: number): Promise<void>;
  /** Lets time pass until the promise settles, up to a limit; resolves to whether it did. */
  settles(promise: Promise<unknown>, ms: number): Promise<boolean>;
  /** Lets real time pass while something outside of the engine is working, so that nothing that waits for it times out. */
  outside<Result>(work: Promise<Result>): Promise<Result>;
}

interface Timer {
  id: number;
  due: number;
  callback: () => void;
  every: number | undefined;
}

const MAX_DELAY_MS = 2 ** 31 - 1;

export function createClock(
  io: Pick<Io, 'now' | 'nextTurn'>,
  onError: (error: unknown) => void,
): Clock {
  const timers = new Map<number, Timer>();
  let skipped = 0;
  let lastId = 0;
  let waiting = 0;
  let outside = 0;
  let isTurning = false;
  const now = () => io.now() + skipped;

  function add(callback: () => void, ms: number, isRepeated: boolean): number {
    // As in browsers and React Native: anything but a number counts as 0.
    const delay = Math.min(Math.max(Math.trunc(ms) || 0, isRepeated ? 1 : 0), MAX_DELAY_MS);
    const id = ++lastId;
    timers.set(id, { id, due: now() + delay, callback, every: isRepeated ? delay : undefined });
    return id;
  }

  function next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of timers.values()) if (!first || timer.due < first.due) first = timer;
    return first;
  }

  function turn(): void {
    const timer = waiting > 0 ? next() : undefined;
    isTurning = timer !== undefined;
    if (!timer) return;
    if (outside > 0 && timer.due > now()) {
      io.nextTurn(turn);
      return;
    }
    skipped += Math.max(0, timer.due - now());
    if (timer.every === undefined) timers.delete(timer.id);
    else timer.due = now() + timer.every;
    try {
      timer.callback();
    } catch (error) {
      onError(error);
    }
    // One timer per turn, so that promises settle in between, as on a device.
    io.nextTurn(turn);
  }

  function wait<Result>(start: (done: (result: Result) => void) => void): Promise<Result> {
    waiting++;
    if (!isTurning) {
      isTurning = true;
      io.nextTurn(turn);
    }
    return new Promise((resolve) => {
      start((result) => {
        waiting--;
        resolve(result);
      });
    });
  }

  return {
    now,
    setTimeout: (callback, ms) => add(callback, ms, false),
    setInterval: (callback, ms) => add(callback, ms, true),
    clear: (id) => void timers.delete(id as number),
    sleep: (ms) => wait<void>((done) => add(done, ms, false)),
    async outside(work) {
      outside++;
      try {
        return await work;
      } finally {
        outside--;
      }
    },
    settles: (promise, ms) =>
      wait<boolean>((done) => {
        let isOver = false;
        const finish = (didSettle: boolean) => {
          if (isOver) return;
          isOver = true;
          timers.delete(limit);
          done(didSettle);
        };
        const limit = add(() => finish(false), ms, false);
        promise.then(
          () => finish(true),
          () => finish(true),
        );
      }),
  };
}
