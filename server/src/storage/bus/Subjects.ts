import type { Told } from './Bus.types.ts';

type Listener = (told: Told) => void;

/** The listeners of each subject. */
export class Subjects {
  readonly #listeners = new Map<string, Set<Listener>>();

  add(subject: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(subject) ?? new Set();
    this.#listeners.set(subject, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  emit(subject: string, told: Told): void {
    const listeners = this.#listeners.get(subject);
    if (!listeners) return;
    for (const listener of listeners) {
      try {
        listener(told);
      } catch (error) {
        // An error of one listener must not affect the others.
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }
}
