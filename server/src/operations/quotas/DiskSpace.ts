import type { Pool } from './Pool.types.ts';

/** How large the place of the data is, and how much of it is free. Bytes. */
export interface Space {
  total: number;
  free: number;
}

const MB = 1024 * 1024;
const LOOK_EVERY_MS = 10_000;
/** What strangers may not use, so that it is there for the others; and what nobody but operators may. */
const RESERVES: Record<Pool, { share: number; bytes: number }> = {
  strangers: { share: 0.05, bytes: 1024 * MB },
  devices: { share: 0.03, bytes: 512 * MB },
  people: { share: 0.01, bytes: 256 * MB },
};

/**
 * The last line: whatever grows, and however slowly, callers without a token of an operator are refused before the disk is
 * full.
 */
export class DiskSpace {
  readonly #read: () => Promise<Space>;
  readonly #now: () => number;
  #space: Space | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(read: () => Promise<Space>, now: () => number = Date.now) {
    this.#read = read;
    this.#now = now;
  }

  /** Whether a pool has to leave what is free to the others. Looks again in the background when the last look is old. */
  isShortFor(pool: Pool): boolean {
    if (this.#now() - this.#lookedAt >= LOOK_EVERY_MS) void this.look();
    if (!this.#space) return false;
    const { share, bytes } = RESERVES[pool];
    return this.#space.free < Math.min(this.#space.total * share, bytes);
  }

  usedRatio(): number {
    return this.#space ? 1 - this.#space.free / this.#space.total : 0;
  }

  /** A place that cannot be looked at is as it was. */
  look(): Promise<void> {
    this.#lookedAt = this.#now();
    this.#looking ??= this.#read()
      .then(
        (space) => void (this.#space = space),
        () => undefined,
      )
      .finally(() => (this.#looking = undefined));
    return this.#looking;
  }
}
