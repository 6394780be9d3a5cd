import { lockIsHeld } from './lockIsHeld.ts';

/** A mutex for each name; callers get it in the order of arrival. */
export class KeyedMutex {
  readonly #tails = new Map<string, Promise<void>>();

  /** Runs `work` when its turn comes; rejects when that takes longer than `timeoutMs`. */
  async run<Result>(
    name: string,
    work: () => Promise<Result>,
    timeoutMs = 20_000,
  ): Promise<Result> {
    const before = this.#tails.get(name) ?? Promise.resolve();
    let release!: () => void;
    const mine = new Promise<void>((resolve) => (release = resolve));
    const tail = before.then(() => mine);
    this.#tails.set(name, tail);
    // Removed only once all earlier ones have finished: a caller that timed out must not let the next one in.
    void tail.then(() => this.#forget(name, tail));
    try {
      await inTime(before, timeoutMs);
      return await work();
    } finally {
      release();
    }
  }

  #forget(name: string, tail: Promise<void>): void {
    if (this.#tails.get(name) === tail) this.#tails.delete(name);
  }
}

async function inTime(turn: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(lockIsHeld()), timeoutMs);
  });
  try {
    await Promise.race([turn, late]);
  } finally {
    clearTimeout(timer);
  }
}
