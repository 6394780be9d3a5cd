/** After this many turns with priority comes one without. */
const MAX_FIRST_IN_A_ROW = 2;

/** Exclusive turns on the connection, some with priority, without starving the others. */
export class WriterTurns {
  readonly #first: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  #isTaken = false;
  #firstInARow = 0;

  /** Resolves when it is the caller's turn, which lasts until {@link end}. */
  async take(isFirst: boolean): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    const queue = isFirst ? this.#first : this.#others;
    await new Promise<void>((resolve) => void queue.push(resolve));
  }

  end(): void {
    const next = this.#next();
    if (next) next();
    else this.#isTaken = false;
  }

  #next(): (() => void) | undefined {
    const isOthersTurn = this.#others.length > 0 && this.#firstInARow >= MAX_FIRST_IN_A_ROW;
    const first = isOthersTurn ? undefined : this.#first.shift();
    this.#firstInARow = first ? this.#firstInARow + 1 : 0;
    return first ?? this.#others.shift();
  }
}
