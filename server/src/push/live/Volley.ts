import type { Wire } from './Connection.ts';
import type { Run } from './Run.ts';
import type { SendToAll } from './SendToAll.ts';

/** Writes a run to some devices: in one call to all whose sockets have nothing waiting, where that can be done. */
export class Volley {
  readonly #sendToAll: SendToAll | undefined;
  readonly #descriptors: Int32Array;
  readonly #unsent: Int32Array;
  readonly #wires: Wire[] = [];

  /** @param most how many wires are added at most before it is fired */
  constructor(sendToAll: SendToAll | undefined, most: number) {
    this.#sendToAll = sendToAll;
    this.#descriptors = new Int32Array(most);
    this.#unsent = new Int32Array(2 * most);
  }

  /** Writes to a wire, now or when it is fired. */
  add(wire: Wire, run: Run): void {
    const descriptor = this.#sendToAll ? wire.descriptor : -1;
    if (descriptor < 0) return wire.write(run);
    this.#descriptors[this.#wires.length] = descriptor;
    this.#wires.push(wire);
  }

  /** Before anything else can be written to the wires, or close them. */
  fire(run: Run): void {
    const wires = this.#wires;
    if (wires.length === 0) return;
    const unsent = this.#unsent;
    const noted = this.#sendToAll!(this.#descriptors, wires.length, run.frames, unsent);
    // The streams go on from there: they know how to wait, and what to do about errors.
    for (let at = 0; at < noted; at += 2) {
      wires[unsent[at]!]!.write(run, Math.max(0, unsent[at + 1]!));
    }
    wires.length = 0;
  }
}
