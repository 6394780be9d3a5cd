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
  /** The position up to which live devices were sent everything. */
  head: () => number;
}

/** Reads the cursors of devices that are not connected, and settles what they acknowledge. */
export class DeviceCursors {
  readonly #options: DeviceCursorsOptions;
  readonly #mutex = new KeyedMutex();

  constructor(options: DeviceCursorsOptions) {
    this.#options = options;
  }

  /** Runs `work` with mutual exclusion per device on this node. */
  exclusively<Result>(deviceId: number, work: () => Promise<Result>): Promise<Result> {
    return this.#mutex.run(String(deviceId), work);
  }

  /** Writes what this node knows of a device and has not written yet. */
  async write(deviceId: number): Promise<void> {
    const { ledger } = this.#options;
    if (ledger.hasEntriesOf(deviceId) && !(await ledger.flush())) {
      throw new ApiError('unavailable', 'What the device acknowledged could not be written down.');
    }
  }

  /** The cursor of a device, including what this node has not written yet; undefined when the device is gone. */
  async read(deviceId: number): Promise<DeviceCursor | undefined> {
    await this.write(deviceId);
    return readDeviceCursor(this.#options.db, deviceId);
  }

  /** The position from which on a device is to be sent messages. */
  async resumePosition(deviceCursor: DeviceCursor, since: number | undefined): Promise<number> {
    const { db, head } = this.#options;
    const wanted = since ?? deviceCursor.position;
    // Another node may be ahead of this one. A cursor that is ahead of all nodes was not issued by this installation.
    const isKnown = wanted <= head() || wanted <= (await readClock(db));
    return Math.max(isKnown ? wanted : deviceCursor.position, deviceCursor.ownerSince);
  }

  /**
   * Records everything up to a position as acknowledged and delivered, and the device as seen, which keeps it from
   * expiring.
   */
  async settle(
    deviceId: number,
    deviceCursor: DeviceCursor,
    upTo: number,
    session?: number,
  ): Promise<void> {
    const { db, ledger } = this.#options;
    const { position, unsettledFrom, counted, app, ownerSince } = deviceCursor;
    const range = {
      after: Math.max(unsettledFrom ?? position, ownerSince),
      upTo: Math.max(position, upTo),
    };
    const kept = await sentEarlier(db, { deviceId, app }, range, counted.skipped);
    for (const { id } of kept) ledger.record(id, deviceId, 'delivered', undefined, session);
    if (unsettledFrom === null) ledger.acknowledge(deviceId, range.upTo, Date.now(), session);
    else ledger.settle(deviceId, range.upTo, Date.now(), session);
  }
}
