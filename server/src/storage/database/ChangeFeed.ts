import type { Change, ChangeListener } from './Database.types.ts';

/** Passes changes to all listeners. */
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
        // An error of one listener must affect neither the others nor the commit.
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }
}
