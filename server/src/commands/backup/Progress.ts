const EVERY_MS = 1000;

/** Tells an operator how far something is, at most once a second. */
export class Progress {
  readonly #write: (line: string) => void;
  readonly #now: () => number;
  #next: number;

  constructor(write: (line: string) => void, now: () => number = () => performance.now()) {
    this.#write = write;
    this.#now = now;
    this.#next = now() + EVERY_MS;
  }

  /** Something that changes often. */
  step(line: () => string): void {
    if (this.#now() < this.#next) return;
    this.#next = this.#now() + EVERY_MS;
    this.#write(line());
  }

  /** Something that is done. */
  done(line: string): void {
    this.#write(line);
  }
}
