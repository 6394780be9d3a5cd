import type { Database } from '../../storage/database/Database.types.ts';
import { appendAudit } from '../audit/auditRows.ts';

/** What somebody signs in with. */
export type SignInWay = 'token' | 'link' | 'provider';

/** Refused tries to sign in to the console that a node writes into the audit log in an hour. */
const MAX_REFUSALS_PER_HOUR = 60;
const HOUR_MS = 3_600_000;

interface Refusal {
  /** Who it was, as far as somebody vouched for that. */
  actor?: string;
  with: SignInWay;
  /** The code of the error. */
  why: string;
  address: string;
  requestId: string;
}

/**
 * Writes refused tries to sign in to the console into the audit log. Entries stay for ever, and anybody can try: beyond some
 * an hour they are counted, and the next entry that is written says how many were not.
 */
export class RefusedSignIns {
  readonly #db: Database;
  readonly #now: () => number;
  #hour = 0;
  #written = 0;
  #unwritten = 0;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  async note({ actor = 'unknown', with: way, why, address, requestId }: Refusal): Promise<void> {
    const at = this.#now();
    const hour = Math.floor(at / HOUR_MS);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#written = 0;
    }
    if (this.#written >= MAX_REFUSALS_PER_HOUR) {
      this.#unwritten += 1;
      return;
    }
    this.#written += 1;
    const unwritten = this.#unwritten;
    this.#unwritten = 0;
    const details = { with: way, why, ...(unwritten > 0 && { unwrittenBefore: unwritten }) };
    const action = 'console.sign-in-refused';
    await appendAudit(this.#db, {
      at,
      actor,
      action,
      target: 'console',
      address,
      requestId,
      details,
    });
  }
}
