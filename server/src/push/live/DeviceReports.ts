import { LIMITS } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { type BacklogOwner, unopenedOf } from './backlog/Backlog.ts';
import type { Connection } from './connection/Connection.ts';
import type { DeliveryLedger } from './ledger/DeliveryLedger.ts';

/** What became of a message on a device: it was opened, or it was kept and not shown, and why. */
export interface Report {
  messageId: number;
  held?: string | undefined;
}

/** What devices report of messages. Reports of a message that cannot have reached the device are ignored. */
export class DeviceReports {
  readonly #db: Queries;
  readonly #ledger: Pick<DeliveryLedger, 'record' | 'hold'>;
  /** What a connection reports while the database is asked about what it reported before. */
  readonly #waiting = new WeakMap<Connection, Report[]>();

  constructor({ db, ledger }: { db: Queries; ledger: Pick<DeliveryLedger, 'record' | 'hold'> }) {
    this.#db = db;
    this.#ledger = ledger;
  }

  async record(device: BacklogOwner, reports: readonly Report[]): Promise<void> {
    if (reports.length === 0) return;
    const ids = reports.map(({ messageId }) => messageId);
    const possible = new Set(await unopenedOf(this.#db, device, ids));
    const opened = new Set<number>();
    for (const { messageId, held } of reports) {
      if (!possible.has(messageId)) continue;
      if (held === undefined) opened.add(messageId);
      else this.#ledger.hold(messageId, device.deviceId, held);
    }
    for (const id of opened) this.#ledger.record(id, device.deviceId, 'opened');
  }

  /** The same as a connection reports it, one by one: however many come at once, it has one query at a time. */
  take(connection: Connection, report: Report): void {
    const waiting = this.#waiting.get(connection);
    if (waiting) {
      if (waiting.length < LIMITS.unacknowledgedMessages) waiting.push(report);
      return;
    }
    const reports = [report];
    this.#waiting.set(connection, reports);
    void this.#recordAll(connection, reports);
  }

  async #recordAll(connection: Connection, reports: Report[]): Promise<void> {
    try {
      while (reports.length > 0) await this.record(connection, reports.splice(0));
    } catch {
      // The database is away. What was reported meanwhile is not counted.
    } finally {
      this.#waiting.delete(connection);
    }
  }
}
