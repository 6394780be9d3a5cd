import type { Wire } from '../connection/Connection.ts';
import type { MessageBatch } from '../batches/MessageBatch.ts';
import type { SendToAll } from './SendToAll.types.ts';

/** As many as fit into the CPU cache, together with the kernel's data of their sockets. */
const MAX_WIRES = 128;

/**
 * Writes a batch to many devices: with one native call for those whose sockets have nothing buffered, if that is
 * available, and otherwise one after the other. Even then they are collected first: the CPU can prefetch the memory of
 * many connections in parallel if there is no write between them.
 */
export class BatchWriter {
  readonly #sendToAll: SendToAll | undefined;
  readonly #descriptors = new Int32Array(MAX_WIRES);
  readonly #unsent = new Int32Array(2 * MAX_WIRES);
  readonly #direct: Wire[] = [];
  readonly #streams: Wire[] = [];

  constructor(sendToAll: SendToAll | undefined) {
    this.#sendToAll = sendToAll;
  }

  /** Adds a wire; it is written to now or at the next flush. */
  add(wire: Wire, batch: MessageBatch): void {
    const descriptor = this.#sendToAll ? wire.descriptor : -1;
    if (descriptor < 0) this.#streams.push(wire);
    else this.#descriptors[this.#direct.push(wire) - 1] = descriptor;
    if (this.#direct.length + this.#streams.length === MAX_WIRES) this.flush(batch);
  }

  /** Has to be called before anything else writes to the wires or closes them. */
  flush(batch: MessageBatch): void {
    for (const wire of this.#streams) wire.write(batch);
    this.#streams.length = 0;
    if (this.#direct.length > 0) this.#sendDirectly(batch);
  }

  #sendDirectly(batch: MessageBatch): void {
    const wires = this.#direct;
    const unsent = this.#unsent;
    const noted = this.#sendToAll!(this.#descriptors, wires.length, batch.frames, unsent);
    // Node's streams write the rest: they buffer, and they handle errors.
    for (let at = 0; at < noted; at += 2) {
      wires[unsent[at]!]!.write(batch, Math.max(0, unsent[at + 1]!));
    }
    wires.length = 0;
  }
}
