import type { FastifyBaseLogger } from 'fastify';

import type { Database, Queries } from '../../storage/database/Database.types.ts';

/** How far a message came on a device, after it was stored. */
export type Progress = 'sent' | 'delivered' | 'opened' | 'expired' | 'dropped';

const FLUSH_EVERY_MS = 250;
const FLUSH_AT = 20_000;

type Counts = Partial<Record<Progress, number>>;
interface State {
  messageId: number;
  deviceId: number;
  state: Progress;
  reason: string | null;
  at: number;
}

/** Only forward: an acknowledgement that comes late does not undo what is known already. */
const SET_STATE: Record<Progress, string> = {
  sent: stateSql(`state = 'stored'`),
  delivered: stateSql(`state IN ('stored', 'sent', 'dropped')`),
  opened: stateSql(`state <> 'opened'`),
  expired: stateSql(`state IN ('stored', 'sent')`),
  dropped: stateSql(`state IN ('stored', 'sent')`),
};

function stateSql(condition: string): string {
  return `UPDATE push_deliveries SET state = ?, reason = ?, updated_at = ?
    WHERE message_id = ? AND device_id = ? AND ${condition}`;
}

/**
 * Notes what becomes of messages, and writes it down together every now and then: one write for each acknowledgement of
 * ten thousand devices would be ten thousand writes. What a crash loses here, the devices say again when they come back.
 */
export class DeliveryLedger {
  readonly #db: Database;
  readonly #logger: FastifyBaseLogger | undefined;
  readonly #onProgress: ((progress: Progress, devices: number) => void) | undefined;
  #positions = new Map<number, { position: number; at: number }>();
  #counts = new Map<number, Counts>();
  #states: State[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing = Promise.resolve();

  constructor(
    db: Database,
    logger?: FastifyBaseLogger,
    onProgress?: (progress: Progress, devices: number) => void,
  ) {
    this.#db = db;
    this.#logger = logger;
    this.#onProgress = onProgress;
  }

  /** A device has kept everything up to a position, and is there. */
  acknowledge(deviceId: number, position: number, at: number): void {
    const before = this.#positions.get(deviceId)?.position ?? 0;
    this.#positions.set(deviceId, { position: Math.max(before, position), at });
    this.#plan();
  }

  /** A message got somewhere on so many devices. */
  count(messageId: number, progress: Progress, devices = 1): void {
    let counts = this.#counts.get(messageId);
    if (!counts) this.#counts.set(messageId, (counts = {}));
    counts[progress] = (counts[progress] ?? 0) + devices;
    this.#onProgress?.(progress, devices);
    this.#plan();
  }

  /** A message got somewhere on one device of several that it was sent to by token. */
  note(messageId: number, deviceId: number, state: Progress, reason?: string): void {
    this.#states.push({ messageId, deviceId, state, reason: reason ?? null, at: Date.now() });
    this.count(messageId, state);
  }

  /** Writes down everything that was noted until now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  #plan(): void {
    if (this.#states.length + this.#positions.size >= FLUSH_AT) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), FLUSH_EVERY_MS);
  }

  async #write(): Promise<void> {
    const [positions, counts, states] = [this.#positions, this.#counts, this.#states];
    if (positions.size + counts.size + states.length === 0) return;
    this.#positions = new Map();
    this.#counts = new Map();
    this.#states = [];
    try {
      await this.#db.transaction(async (tx) => {
        await writePositions(tx, positions);
        await writeCounts(tx, counts);
        await writeStates(tx, states);
      });
    } catch (error) {
      // Nothing that anybody was promised: positions come again with the next acknowledgement.
      this.#logger?.warn({ err: error }, 'what became of messages could not be written down');
    }
  }
}

function writePositions(tx: Queries, positions: Map<number, { position: number; at: number }>) {
  return tx.runMany(
    `UPDATE devices SET last_seen = ?, position = CASE WHEN position < ? THEN ? ELSE position END
      WHERE id = ?`,
    byId(positions).map(([id, { position, at }]) => [at, position, position, id]),
  );
}

function writeCounts(tx: Queries, counts: Map<number, Counts>) {
  return tx.runMany(
    `UPDATE push_messages SET sent = sent + ?, delivered = delivered + ?, opened = opened + ?,
      expired = expired + ?, dropped = dropped + ? WHERE id = ?`,
    byId(counts).map(([id, { sent, delivered, opened, expired, dropped }]) => [
      sent ?? 0,
      delivered ?? 0,
      opened ?? 0,
      expired ?? 0,
      dropped ?? 0,
      id,
    ]),
  );
}

// Nodes that lock rows in one order never wait for each other.
function byId<Value>(map: Map<number, Value>): [number, Value][] {
  return [...map].toSorted(([one], [other]) => one - other);
}

async function writeStates(tx: Queries, states: readonly State[]): Promise<void> {
  for (const progress of Object.keys(SET_STATE) as Progress[]) {
    await tx.runMany(
      SET_STATE[progress],
      states
        .filter(({ state }) => state === progress)
        .map((each) => [each.state, each.reason, each.at, each.messageId, each.deviceId]),
    );
  }
}
