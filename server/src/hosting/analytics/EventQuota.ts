import { type AnalyticsEvent, LIMITS } from '@host/contracts';

import { MAX_SEEN_EVENTS } from '../../operations/quotas/quotaLimits.ts';
import type { Quotas } from '../../operations/quotas/Quotas.ts';
import type { RowLimit } from '../../operations/quotas/RowLimit.ts';
import type { Database, Queries } from '../../storage/database/Database.types.ts';
import { countSeen, forgetOldEvents, forgetOldestEvents } from './analyticsRows.ts';

/** Bytes on disk of an event besides its two texts, which are in two indexes. */
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

  /** Deletes ids of old events, and if there are too many, also newer ones: then a very late repetition counts twice. */
  async makeRoom(tx: Queries, now: number): Promise<void> {
    this.#seen.add(-(await forgetOldEvents(tx, now)));
    if (this.#seen.hasRoom()) return;
    this.#quotas.alert('seen-events');
    this.#seen.add(-(await forgetOldestEvents(tx, 2 * LIMITS.eventsPerBatch)));
  }
}
