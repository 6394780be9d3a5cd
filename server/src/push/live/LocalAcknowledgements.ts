import type { AbsentAcknowledgements } from './AbsentAcknowledgements.types.ts';
import type { DeviceCursor } from './ledger/cursorRows.ts';
import type { DeviceCursors } from './ledger/DeviceCursors.ts';

/** Acknowledgements of devices that are not connected, for a single node: it knows what they were sent. */
export class LocalAcknowledgements implements AbsentAcknowledgements {
  readonly #deviceCursors: DeviceCursors;

  constructor(deviceCursors: DeviceCursors) {
    this.#deviceCursors = deviceCursors;
  }

  async settle(deviceId: number, deviceCursor: DeviceCursor, position: number): Promise<boolean> {
    // A position beyond what it was sent is ignored.
    const known = Math.min(position, deviceCursor.counted.upTo);
    await this.#deviceCursors.settle(deviceId, deviceCursor, known);
    return true;
  }

  async hand(): Promise<void> {
    // This node knows what every device was sent.
  }

  async tell(): Promise<void> {
    // There is no other node to notify.
  }

  close(): void {
    // There are no subscriptions to end.
  }
}
