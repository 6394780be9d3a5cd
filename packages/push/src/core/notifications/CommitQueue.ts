interface Waiting {
  work: () => unknown;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

/**
 * Makes changes one after the other and writes them together: while one write is under way, the changes that are asked for
 * wait for the next. Three hundred that arrive at once are a few writes.
 */
export class CommitQueue {
  readonly #commit: () => Promise<void>;
  readonly #undo: () => void;
  #waiting: Waiting[] = [];
  #isRunning = false;

  /** `commit` writes what the changes before have noted; `undo` takes them back when that fails. */
  constructor(commit: () => Promise<void>, undo: () => void) {
    this.#commit = commit;
    this.#undo = undo;
  }

  /** Resolves to what the change gives, once it is on disk. */
  run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    // What is asked for in the same turn goes together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const part = this.#waiting.splice(0);
      try {
        const results: unknown[] = [];
        for (const { work } of part) results.push(await work());
        await this.#commit();
        for (const [index, { resolve }] of part.entries()) resolve(results[index] as never);
      } catch (error) {
        this.#undo();
        for (const { reject } of part) reject(error);
      }
    }
    this.#isRunning = false;
  }
}
