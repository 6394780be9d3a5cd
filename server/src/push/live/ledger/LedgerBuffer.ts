import type { Counts, Progress } from '../batches/Counts.types.ts';
import type { DeviceState } from './ledgerRows.ts';
import type { CursorUpdate } from './cursorRows.ts';

/** Entries of the ledger that are not written yet. */
export class LedgerBuffer {
  readonly cursors = new Map<number, CursorUpdate>();
  readonly counts = new Map<number, Counts>();
  readonly states: DeviceState[] = [];

  /** How many rows it has, without the counts. */
  get size(): number {
    return this.cursors.size + this.states.length;
  }

  get isEmpty(): boolean {
    return this.size + this.counts.size === 0;
  }

  /** Which messages were opened on which devices. */
  get openings(): DeviceState[] {
    return this.states.filter(({ state }) => state === 'opened');
  }

  /** Merges an update of a device's cursor; positions never move back, and `undefined` changes nothing. */
  updateCursor(deviceId: number, update: Partial<CursorUpdate>): void {
    let known = this.cursors.get(deviceId);
    if (!known) {
      known = {
        position: 0,
        seenAt: undefined,
        counted: undefined,
        settles: undefined,
        left: undefined,
      };
      this.cursors.set(deviceId, known);
    }
    known.position = Math.max(known.position, update.position ?? 0);
    known.seenAt = update.seenAt ?? known.seenAt;
    known.counted = update.counted ?? known.counted;
    known.settles = update.settles ?? known.settles;
    known.left = update.left ?? known.left;
  }

  count(messageId: number, progress: Progress, devices: number): void {
    const counts = this.counts.get(messageId);
    if (counts) counts[progress] = (counts[progress] ?? 0) + devices;
    else this.counts.set(messageId, { [progress]: devices });
  }

  countAll(messageId: number, counts: Counts): void {
    for (const progress of progressIn(counts)) this.count(messageId, progress, counts[progress]!);
  }

  /** Merges entries that were added later. */
  add(later: LedgerBuffer): void {
    for (const [deviceId, cursor] of later.cursors) this.updateCursor(deviceId, cursor);
    for (const [messageId, counts] of later.counts) this.countAll(messageId, counts);
    for (const state of later.states) this.states.push(state);
  }
}

export function progressIn(counts: Counts): Progress[] {
  return Object.keys(counts) as Progress[];
}
