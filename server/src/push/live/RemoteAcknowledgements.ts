import type { Database } from '../../storage/database/Database.types.ts';
import { ACKNOWLEDGED, KEPT } from '../devices/deviceChanges.ts';
import { readClock } from '../messages/clockRows.ts';
import type { AbsentAcknowledgements } from './AbsentAcknowledgements.types.ts';
import { readDeviceCursor, writeUnsettled } from './ledger/cursorRows.ts';

/** How long another node may take to write what one of its devices acknowledged here. */
const ANSWER_MS = 1000;

/**
 * Acknowledgements of devices that are not connected to this node, but may be connected to another one. Only the node that
 * a device is connected to knows what it was sent, so that node is asked.
 */
export class RemoteAcknowledgements implements AbsentAcknowledgements {
  readonly #db: Database;
  readonly #waiting = new Map<number, Set<() => void>>();
  readonly #stopListening: () => void;

  constructor(db: Database) {
    this.#db = db;
    this.#stopListening = db.onChange((change) => {
      if (change?.topic === KEPT) this.#wake(Number(change.key));
    });
  }

  async settle(): Promise<boolean> {
    return false;
  }

  async hand(deviceId: number, position: number): Promise<void> {
    // Subscribes before asking: the answer may arrive before the transaction with the question has returned.
    const answer = this.#answerOf(deviceId);
    try {
      if (await this.#write(deviceId, position)) return;
      if (await answer.hasCome) return;
    } finally {
      answer.stop();
    }
    // It is connected to no node: the last one has written what it was sent by now.
    await this.#write(deviceId, position);
  }

  tell(deviceId: number): Promise<void> {
    return this.#db.transaction((tx) => tx.notify({ topic: KEPT, key: String(deviceId) }));
  }

  close(): void {
    this.#stopListening();
    for (const deviceId of this.#waiting.keys()) this.#wake(deviceId);
  }

  /**
   * Writes the acknowledgement, up to the position that the device is known to have been sent. Returns whether that was all.
   */
  #write(deviceId: number, position: number): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const deviceCursor = await readDeviceCursor(tx, deviceId);
      if (!deviceCursor) return true;
      const { upTo } = deviceCursor.counted;
      await writeUnsettled(tx, deviceId, Math.min(position, upTo), Date.now());
      const wanted = Math.min(position, await readClock(tx));
      await tx.notify({ topic: ACKNOWLEDGED, key: `${deviceId}:${wanted}` });
      return wanted <= Math.max(upTo, deviceCursor.position);
    });
  }

  #answerOf(deviceId: number): { hasCome: Promise<boolean>; stop: () => void } {
    let stop = () => {};
    const hasCome = new Promise<boolean>((resolve) => {
      const wake = () => resolve(true);
      const timer = setTimeout(() => resolve(false), ANSWER_MS);
      const waiting = this.#waiting.get(deviceId) ?? new Set();
      this.#waiting.set(deviceId, waiting.add(wake));
      stop = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        if (waiting.size === 0) this.#waiting.delete(deviceId);
      };
    });
    return { hasCome, stop };
  }

  #wake(deviceId: number): void {
    for (const wake of this.#waiting.get(deviceId) ?? []) wake();
  }
}
