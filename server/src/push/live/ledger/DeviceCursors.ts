import { ApiError } from '../../../errors/ApiError.ts';
import type { Database } from '../../../storage/database/Database.types.ts';
import { KeyedMutex } from '../../../storage/database/KeyedMutex.ts';
import { readClock } from '../../messages/clockRows.ts';
import type { DeliveryLedger } from './DeliveryLedger.ts';
import { sentEarlier } from '../backlog/sentEarlier.ts';
import { type DeviceCursor, readDeviceCursor } from './cursorRows.ts';

interface DeviceCursorsOptions {
  db: Database;
  ledger: DeliveryLedger;
  /** Everything up to here was handed out to those that are live. */
  head: () => number;
}

/** Finds out where devices stand that are not connected, and counts what they say they kept. */
export class DeviceCursors {
  readonly #options: DeviceCursorsOptions;
  readonly #turns = new KeyedMutex();

  constructor(options: DeviceCursorsOptions) {
    this.#options = options;
  }

  /** Runs `work` when nobody else here is finding out about the same device. */
  inTurn<Result>(deviceId: number, work: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(String(deviceId), work);
  }

  /** Where a device stands, with everything that was noted here; undefined when it is gone. */
  async read(deviceId: number): Promise<DeviceCursor | undefined> {
    const { db, ledger } = this.#options;
    if (ledger.hasEntriesOf(deviceId) && !(await ledger.flush())) {
      throw new ApiError('unavailable', 'What the device acknowledged could not be written down.');
    }
    return readDeviceCursor(db, deviceId);
  }

  /** The position up to which a device has everything that it is to get. */
  async whereToGoOn(deviceCursor: DeviceCursor, since: number | undefined): Promise<number> {
    const { db, head } = this.#options;
    const wanted = since ?? deviceCursor.position;
    // Another node may be ahead of this one. What is ahead of all of them is no cursor of ours.
    const isKnown = wanted <= head() || wanted <= (await readClock(db));
    return Math.max(isKnown ? wanted : deviceCursor.position, deviceCursor.ownerSince);
  }

  /** What a device says it has is acknowledged, and delivered; and it is there, which keeps its token alive. */
  async settle(deviceId: number, deviceCursor: DeviceCursor, upTo: number): Promise<void> {
    const { db, ledger } = this.#options;
    const { position, unsettledFrom, counted, app, ownerSince } = deviceCursor;
    const range = {
      after: Math.max(unsettledFrom ?? position, ownerSince),
      upTo: Math.max(position, upTo),
    };
    const kept = await sentEarlier(db, { deviceId, app }, range, counted.skipped);
    for (const { id } of kept) ledger.note(id, deviceId, 'delivered');
    if (unsettledFrom === null) ledger.acknowledge(deviceId, range.upTo, Date.now());
    else ledger.settle(deviceId, range.upTo, Date.now());
  }
}
