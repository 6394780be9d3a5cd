import type { FastifyBaseLogger } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { DeviceRow } from '../devices/deviceRows.ts';
import type { AbsentAcknowledgements } from './AbsentAcknowledgements.types.ts';
import type { Connection } from './connection/Connection.ts';
import type { ConnectionIndex } from './fan-out/ConnectionIndex.ts';
import { readDeviceCursor } from './ledger/cursorRows.ts';
import type { DeliveryLedger } from './ledger/DeliveryLedger.ts';
import type { DeviceCursors } from './ledger/DeviceCursors.ts';

interface AcknowledgementOptions {
  db: Database;
  ledger: DeliveryLedger;
  connections: ConnectionIndex;
  deviceCursors: DeviceCursors;
  absent: AbsentAcknowledgements;
  heartbeatMs: number;
  /** The position up to which a connection was sent everything that is for it. */
  sentUpTo: (connection: Connection) => number;
  /** Continues with the backlog of a device that has room again. */
  resume: (connection: Connection) => void;
  logger?: FastifyBaseLogger | undefined;
}

/** Handles what devices acknowledge: on their connection, or by a request to any node. */
export class Acknowledgements {
  readonly #options: AcknowledgementOptions;

  constructor(options: AcknowledgementOptions) {
    this.#options = options;
  }

  /** A device acknowledges everything up to a position. */
  acknowledge(connection: Connection, position: number): void {
    const { ledger, heartbeatMs, sentUpTo, resume } = this.#options;
    const now = performance.now();
    connection.markActive(now);
    // A device that acknowledges is alive: it is not pinged for a while.
    const { unacknowledgedSince: sentAt = 0 } = connection;
    connection.postponeHeartbeat(sentAt + heartbeatMs);
    const kept = Math.min(position, sentUpTo(connection));
    const isIdle = connection.unacknowledgedSince === undefined;
    connection.acknowledge(kept, now, (sentBatch) => {
      // Counted as delivered on an earlier connection.
      if (sentBatch.last <= connection.deliveredBefore) return;
      ledger.recordAll(sentBatch, connection.deviceId, 'delivered', connection.session);
    });
    const { deviceId, session } = connection;
    const seenAt = connection.isLastSeenDue(now) ? Date.now() : undefined;
    if (connection.acknowledgesElsewhere) ledger.settle(deviceId, kept, seenAt, session);
    // Every heartbeat advances the cursor of an idle device to the head: writing that each time would make up most of all
    // writes.
    else if (isIdle && seenAt === undefined) connection.passIdly(kept);
    else ledger.acknowledge(deviceId, kept, seenAt, session);
    resume(connection);
  }

  /**
   * The same by a request, while the device may be connected to another node or to none. Returns the device's cursor on disk
   * afterwards, which is never past what it was sent.
   */
  async acknowledgeDevice({ id }: Pick<DeviceRow, 'id'>, position: number): Promise<number> {
    const { db, deviceCursors, absent } = this.#options;
    const isHere = await deviceCursors.exclusively(id, () => this.#acknowledgeHere(id, position));
    // Outside the lock: the device may connect to this node while another node is asked.
    if (!isHere) await absent.hand(id, position);
    return (await readDeviceCursor(db, id))?.position ?? 0;
  }

  /** Another node was asked to acknowledge for a device that is connected here. */
  acknowledgedElsewhere(connection: Connection, position: number): void {
    connection.setAcknowledgesElsewhere();
    this.acknowledge(connection, position);
    void this.#tellWhoAsked(connection);
  }

  close(): void {
    this.#options.absent.close();
  }

  /** Returns whether this node knows what the device was sent; if so, the acknowledgement is on disk. */
  async #acknowledgeHere(id: number, position: number): Promise<boolean> {
    const { ledger, connections, deviceCursors, absent } = this.#options;
    const connection = connections.ofDevice(id);
    if (connection) this.acknowledge(connection, position);
    else {
      const deviceCursor = await deviceCursors.read(id);
      if (!deviceCursor) return true;
      if (!(await absent.settle(id, deviceCursor, position))) return false;
    }
    if (await ledger.flush()) return true;
    throw new ApiError('unavailable', 'The acknowledgement could not be written down.');
  }

  async #tellWhoAsked({ deviceId }: Connection): Promise<void> {
    const { ledger, absent, logger } = this.#options;
    try {
      if (await ledger.flush()) await absent.tell(deviceId);
    } catch (error) {
      // The requesting node's wait times out, and it answers with what is on disk.
      logger?.warn({ err: error, device: deviceId }, 'an acknowledgement was not told');
    }
  }
}
