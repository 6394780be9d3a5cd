import type { Wire } from '../connection/Connection.ts';
import type { MessageBatch } from '../batches/MessageBatch.ts';
import type { SendToAll } from './SendToAll.types.ts';

/** As many as stay in the processor's cache, with what the system keeps of their sockets. */
const MAX_WIRES = 128;

/**
 * Writes a batch to many devices, some at a time: in one call to all whose sockets have nothing waiting, where that can be
 * done, and otherwise one after the other. Even then they are gathered first: the memory of many devices is fetched at
 * once while they are looked at, unless there is a write between each two.
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

  /** Writes to a wire, now or when it is fired. */
  add(wire: Wire, batch: MessageBatch): void {
    const descriptor = this.#sendToAll ? wire.descriptor : -1;
    if (descriptor < 0) this.#streams.push(wire);
    else this.#descriptors[this.#direct.push(wire) - 1] = descriptor;
    if (this.#direct.length + this.#streams.length === MAX_WIRES) this.flush(batch);
  }

  /** Before anything else can be written to the wires, or close them. */
  flush(batch: MessageBatch): void {
    for (const wire of this.#streams) wire.write(batch);
    this.#streams.length = 0;
    if (this.#direct.length > 0) this.#sendDirectly(batch);
  }

  #sendDirectly(batch: MessageBatch): void {
    const wires = this.#direct;
    const unsent = this.#unsent;
    const noted = this.#sendToAll!(this.#descriptors, wires.length, batch.frames, unsent);
    // The streams go on from there: they know how to wait, and what to do about errors.
    for (let at = 0; at < noted; at += 2) {
      wires[unsent[at]!]!.write(batch, Math.max(0, unsent[at + 1]!));
    }
    wires.length = 0;
  }
}
