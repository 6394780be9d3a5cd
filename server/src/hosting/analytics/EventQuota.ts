import { type AnalyticsEvent, LIMITS } from '@host/contracts';

import { MAX_SEEN_EVENTS } from '../../operations/quotas/quotaLimits.ts';
import type { Quotas } from '../../operations/quotas/Quotas.ts';
import type { RowLimit } from '../../operations/quotas/RowLimit.ts';
import type { Database, Queries } from '../../storage/database/Database.types.ts';
import { countSeen, forgetOldEvents, forgetOldestEvents } from './analyticsRows.ts';

/** Bytes on disk of an event in addition to its two texts, which are in two indexes. */
const ROW_BYTES = 50;

/** Keeps events from filling the disk. Nothing tells who sends them, so all senders count as strangers. */
export class EventQuota {
  readonly #quotas: Quotas;
  readonly #seen: RowLimit;

  constructor(db: Database, quotas: Quotas) {
    this.#quotas = quotas;
    this.#seen = quotas.limitRows('seen-events', MAX_SEEN_EVENTS, () => countSeen(db));
  }

  /** Counts events before they are stored, or throws. */
  admit(events: readonly Pick<AnalyticsEvent, 'appId' | 'id'>[], address: string): void {
    const bytes = events.reduce((sum, { appId, id }) => sum + appId.length + id.length, 0);
    this.#quotas.admit(
      'analytics',
      { address, pool: 'strangers' },
      2 * bytes + ROW_BYTES * events.length,
    );
    this.#seen.add(events.length);
  }

  /** Deletes ids of old events, and newer ones if there are too many: then a very late duplicate is counted twice. */
  async makeRoom(tx: Queries, now: number): Promise<void> {
    this.#seen.add(-(await forgetOldEvents(tx, now)));
    if (this.#seen.hasRoom()) return;
    this.#quotas.alert('seen-events');
    this.#seen.add(-(await forgetOldestEvents(tx, 2 * LIMITS.eventsPerBatch)));
  }
}
