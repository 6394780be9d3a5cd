const EVERY_MS = 1000;

/** Shows an operator the progress of a task, at most once a second. */
export class Progress {
  readonly #write: (line: string) => void;
  readonly #now: () => number;
  #next: number;

  constructor(write: (line: string) => void, now: () => number = () => performance.now()) {
    this.#write = write;
    this.#now = now;
    this.#next = now() + EVERY_MS;
  }

  /** Shows intermediate progress; calls within a second of the last line are dropped. */
  step(line: () => string): void {
    if (this.#now() < this.#next) return;
    this.#next = this.#now() + EVERY_MS;
    this.#write(line());
  }

  /** Shows that a part is finished. */
  done(line: string): void {
    this.#write(line);
  }
}
