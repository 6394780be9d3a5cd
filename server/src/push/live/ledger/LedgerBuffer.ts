import type { Counts, Progress } from '../batches/Counts.types.ts';
import type { DeviceState } from './ledgerRows.ts';
import type { CursorUpdate } from './cursorRows.ts';

/** What became of messages and is not written down yet. */
export class LedgerBuffer {
  readonly reached = new Map<number, CursorUpdate>();
  readonly counts = new Map<number, Counts>();
  readonly states: DeviceState[] = [];

  /** How many rows it is, without the counts. */
  get size(): number {
    return this.reached.size + this.states.length;
  }

  get isEmpty(): boolean {
    return this.size + this.counts.size === 0;
  }

  /** What messages were opened, on which devices. */
  get openings(): DeviceState[] {
    return this.states.filter(({ state }) => state === 'opened');
  }

  /** A device has come as far, if not further; `undefined` is what is not known anew. */
  reach(deviceId: number, now: Partial<CursorUpdate>): void {
    let known = this.reached.get(deviceId);
    if (!known) {
      known = { position: 0, seenAt: undefined, counted: undefined, settles: undefined };
      this.reached.set(deviceId, known);
    }
    known.position = Math.max(known.position, now.position ?? 0);
    known.seenAt = now.seenAt ?? known.seenAt;
    known.counted = now.counted ?? known.counted;
    known.settles = now.settles ?? known.settles;
  }

  count(messageId: number, progress: Progress, devices: number): void {
    const counts = this.counts.get(messageId);
    if (counts) counts[progress] = (counts[progress] ?? 0) + devices;
    else this.counts.set(messageId, { [progress]: devices });
  }

  countAll(messageId: number, counts: Counts): void {
    for (const progress of progressIn(counts)) this.count(messageId, progress, counts[progress]!);
  }

  /** Takes what was noted later. */
  add(later: LedgerBuffer): void {
    for (const [deviceId, reached] of later.reached) this.reach(deviceId, reached);
    for (const [messageId, counts] of later.counts) this.countAll(messageId, counts);
    for (const state of later.states) this.states.push(state);
  }
}

export function progressIn(counts: Counts): Progress[] {
  return Object.keys(counts) as Progress[];
}
