import type { Bus, Told } from './Bus.types.ts';
import { Subjects } from './Subjects.ts';
import { toldByNode } from './toldByNode.ts';

/** The bus of nodes in one process. Usually there is only one, so that nobody receives anything. */
export class LocalBus implements Bus {
  readonly #nodes: Set<LocalBus>;
  readonly #subjects = new Subjects();

  /** @param beside another node in the same process */
  constructor(beside?: LocalBus) {
    this.#nodes = beside ? beside.#nodes : new Set();
    this.#nodes.add(this);
  }

  publish(subject: string, write: (maxBytes: number) => string): void {
    if (this.#nodes.size < 2) return;
    const told = toldByNode(write(Infinity));
    for (const node of this.#nodes) {
      if (node !== this) setImmediate(() => node.#subjects.emit(subject, told));
    }
  }

  subscribe(subject: string, listener: (told: Told) => void): () => void {
    return this.#subjects.add(subject, listener);
  }

  async close(): Promise<void> {
    this.#nodes.delete(this);
  }
}
