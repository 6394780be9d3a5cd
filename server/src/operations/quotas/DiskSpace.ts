import type { Pool } from './Pool.types.ts';

/** The size of the disk with the data, and how much of it is free, in bytes. */
export interface Space {
  total: number;
  free: number;
}

const MB = 1024 * 1024;
const LOOK_EVERY_MS = 10_000;
/** The free space that a pool has to leave for the others. */
const RESERVES: Record<Pool, { share: number; bytes: number }> = {
  strangers: { share: 0.05, bytes: 1024 * MB },
  devices: { share: 0.03, bytes: 512 * MB },
  people: { share: 0.01, bytes: 256 * MB },
};

/** The last line of defense: whatever grows, callers without an operator's token are refused before the disk is full. */
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

  /** Whether the free space is reserved for other pools. Refreshes a stale value in the background. */
  isShortFor(pool: Pool): boolean {
    if (this.#now() - this.#lookedAt >= LOOK_EVERY_MS) void this.look();
    if (!this.#space) return false;
    const { share, bytes } = RESERVES[pool];
    return this.#space.free < Math.min(this.#space.total * share, bytes);
  }

  usedRatio(): number {
    return this.#space ? 1 - this.#space.free / this.#space.total : 0;
  }

  /** Reads the free space. If that fails, the last value stays. */
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
