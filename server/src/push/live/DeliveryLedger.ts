import type { FastifyBaseLogger } from 'fastify';

import type { Database } from '../../storage/database/Database.types.ts';
import {
  type Counts,
  type DeviceState,
  type Progress,
  type Reached,
  writeCounts,
  writePositions,
  writeStates,
} from './ledgerRows.ts';
import type { Piece } from './Piece.ts';

const FLUSH_EVERY_MS = 250;
const FLUSH_AT = 20_000;

/**
 * Notes what becomes of messages, and writes it down together every now and then: one write for each acknowledgement of
 * ten thousand devices would be ten thousand writes. What a crash loses here, the devices say again when they come back.
 */
export class DeliveryLedger {
  readonly #db: Database;
  readonly #logger: FastifyBaseLogger | undefined;
  readonly #onProgress: ((progress: Progress, devices: number) => void) | undefined;
  #positions = new Map<number, Reached>();
  #beingWritten: ReadonlyMap<number, Reached> = new Map();
  #counts = new Map<number, Counts>();
  /** Those in which something was counted. */
  #pieces: Piece[] = [];
  #states: DeviceState[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing = Promise.resolve(true);

  /** @param onProgress is told of what is written down, as it is written down */
  constructor(
    db: Database,
    logger?: FastifyBaseLogger,
    onProgress?: (progress: Progress, devices: number) => void,
  ) {
    this.#db = db;
    this.#logger = logger;
    this.#onProgress = onProgress;
  }

  /** A device has kept everything up to a position; `seenAt` is when it was there, unless that is known well enough. */
  acknowledge(deviceId: number, position: number, seenAt?: number): void {
    const known = this.#positions.get(deviceId);
    if (known) {
      known.position = Math.max(known.position, position);
      known.seenAt = seenAt ?? known.seenAt;
    } else this.#positions.set(deviceId, { position, seenAt });
    this.#plan();
  }

  /** What a device has acknowledged that is not written down yet. */
  positionOf(deviceId: number): number {
    const known = this.#positions.get(deviceId) ?? this.#beingWritten.get(deviceId);
    return known?.position ?? 0;
  }

  /** Messages that were sent together to a topic or by a condition got somewhere on so many devices. */
  countAll(piece: Piece, progress: Progress, devices: number): void {
    if (!piece.counts) {
      piece.counts = {};
      this.#pieces.push(piece);
      this.#plan();
    }
    piece.counts[progress] = (piece.counts[progress] ?? 0) + devices;
  }

  /** Messages that were sent together got somewhere on one device. */
  noteAll(piece: Piece, deviceId: number, progress: Progress): void {
    if (!piece.isForDevices) this.countAll(piece, progress, 1);
    else for (const { id } of piece.messages) this.note(id, deviceId, progress);
  }

  /** A message got somewhere on one device of several that it was sent to by token. */
  note(messageId: number, deviceId: number, state: Progress, reason?: string): void {
    this.#states.push({ messageId, deviceId, state, reason: reason ?? null, at: Date.now() });
    add(this.#counts, messageId, state, 1);
    this.#plan();
  }

  /** Writes down everything that was noted until now; says whether that could be done. */
  flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  #plan(): void {
    if (this.#states.length + this.#positions.size >= FLUSH_AT) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), FLUSH_EVERY_MS);
  }

  async #write(): Promise<boolean> {
    const [positions, states, counts] = [this.#positions, this.#states, this.#takeCounts()];
    if (positions.size + counts.size + states.length === 0) return true;
    this.#positions = new Map();
    this.#states = [];
    this.#beingWritten = positions;
    try {
      const { engine } = this.#db;
      await this.#db.transaction(async (tx) => {
        await writePositions(tx, engine, positions);
        await writeCounts(tx, engine, counts);
        await writeStates(tx, engine, states);
      });
      return true;
    } catch (error) {
      // Nothing that anybody was promised: positions come again with the next acknowledgement.
      this.#logger?.warn({ err: error }, 'what became of messages could not be written down');
      return false;
    }
  }

  #takeCounts(): Map<number, Counts> {
    const counts = this.#counts;
    for (const piece of this.#pieces) {
      const counted = piece.counts!;
      piece.counts = undefined;
      for (const { id } of piece.messages) {
        for (const progress of progressIn(counted)) add(counts, id, progress, counted[progress]!);
      }
    }
    this.#counts = new Map();
    this.#pieces = [];
    for (const counted of counts.values()) {
      for (const progress of progressIn(counted)) this.#onProgress?.(progress, counted[progress]!);
    }
    return counts;
  }
}

function add(map: Map<number, Counts>, id: number, progress: Progress, devices: number): void {
  const counts = map.get(id);
  if (counts) counts[progress] = (counts[progress] ?? 0) + devices;
  else map.set(id, { [progress]: devices });
}

function progressIn(counts: Counts): Progress[] {
  return Object.keys(counts) as Progress[];
}
