import { LIMITS } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { type BacklogOwner, unopenedOf } from './backlog/Backlog.ts';
import type { Connection } from './connection/Connection.ts';
import type { DeliveryLedger } from './ledger/DeliveryLedger.ts';

/** What happened to a message on a device: it was opened, or withheld without being shown, and why. */
export interface Report {
  messageId: number;
  held?: string | undefined;
}

/** Records devices' reports about messages. Those about a message that cannot have reached the device are ignored. */
export class DeviceReports {
  readonly #db: Queries;
  readonly #ledger: Pick<DeliveryLedger, 'record' | 'hold'>;
  /** Reports of a connection that arrive while a query for its earlier ones is running. */
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

  /** Takes a report from a connection. However many arrive at once, there is one query per connection at a time. */
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
      // The database is unavailable: these reports are dropped.
    } finally {
      this.#waiting.delete(connection);
    }
  }
}
