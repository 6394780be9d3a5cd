import type { Database } from '../../storage/database/Database.types.ts';
import { appendAudit } from '../audit/auditRows.ts';

/** The method of signing in. */
export type SignInWay = 'token' | 'link' | 'provider';

/** Failed console sign-ins that a node writes into the audit log per hour. */
const MAX_REFUSALS_PER_HOUR = 60;
const HOUR_MS = 3_600_000;

interface Refusal {
  /** Who it was, if that is known. */
  actor?: string;
  with: SignInWay;
  /** The code of the error. */
  why: string;
  address: string;
  requestId: string;
}

/**
 * Records failed console sign-ins in the audit log. Entries are kept forever and anybody can try: beyond an hourly limit
 * they are only counted, and the next entry says how many were left out.
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
