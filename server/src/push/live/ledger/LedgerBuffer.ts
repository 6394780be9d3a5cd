import type { Counts, Progress } from '../batches/Counts.types.ts';
import type { ServiceAnswer } from './answerRows.ts';
import type { DeviceState, Held } from './ledgerRows.ts';
import type { CursorUpdate } from './cursorRows.ts';

/** A device's contribution to the counts of some messages. */
interface Share {
  messages: readonly { id: number }[];
  progress: Progress;
}

/** Entries of the ledger that are not written yet. */
export class LedgerBuffer {
  readonly cursors = new Map<number, CursorUpdate>();
  readonly counts = new Map<number, Counts>();
  readonly states: DeviceState[] = [];
  /** Messages that devices withheld. */
  readonly held: Held[] = [];
  /** Answers of push services. */
  readonly answers: ServiceAnswer[] = [];
  /** The contributions of single devices to the counts, which are subtracted if another node ended their session. */
  readonly shares = new Map<number, Share[]>();

  /** How many rows it has, without the counts. */
  get size(): number {
    return this.cursors.size + this.states.length + this.held.length + this.answers.length;
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
        session: undefined,
      };
      this.cursors.set(deviceId, known);
    }
    known.position = Math.max(known.position, update.position ?? 0);
    known.seenAt = update.seenAt ?? known.seenAt;
    known.counted = update.counted ?? known.counted;
    known.settles = update.settles ?? known.settles;
    known.left = update.left ?? known.left;
    known.session = update.session ?? known.session;
  }

  count(messageId: number, progress: Progress, devices: number): void {
    const counts = this.counts.get(messageId);
    if (counts) counts[progress] = (counts[progress] ?? 0) + devices;
    else this.counts.set(messageId, { [progress]: devices });
  }

  countAll(messageId: number, counts: Counts): void {
    for (const progress of progressIn(counts)) this.count(messageId, progress, counts[progress]!);
  }

  /** Records a device's contribution to the counts. */
  addShare(deviceId: number, share: Share): void {
    const shares = this.shares.get(deviceId);
    if (shares) shares.push(share);
    else this.shares.set(deviceId, [share]);
  }

  /** The states without those from fenced-off sessions of some devices. */
  statesWithout(deviceIds: readonly number[]): DeviceState[] {
    if (deviceIds.length === 0) return this.states;
    const left = new Set(deviceIds);
    return this.states.filter(({ deviceId, ofSession }) => !ofSession || !left.has(deviceId));
  }

  /** The counts without the contributions of some devices. */
  countsWithout(deviceIds: readonly number[]): Map<number, Counts> {
    const counts = new Map(this.counts);
    for (const { messages, progress } of deviceIds.flatMap((id) => this.shares.get(id) ?? [])) {
      for (const { id } of messages) {
        const known = counts.get(id);
        counts.set(id, { ...known, [progress]: (known?.[progress] ?? 0) - 1 });
      }
    }
    return counts;
  }
}

export function progressIn(counts: Counts): Progress[] {
  return Object.keys(counts) as Progress[];
}
