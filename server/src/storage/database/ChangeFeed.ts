import type { Change, ChangeListener } from './Database.types.ts';

/** Hands changes to everybody who listens. */
export class ChangeFeed {
  readonly #listeners = new Set<ChangeListener>();

  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(change: Change | undefined): void {
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        // Its own affair: the others are told as well, and what was committed stays so.
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }
}
