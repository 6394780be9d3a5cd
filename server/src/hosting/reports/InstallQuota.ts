import { ApiError } from '../../errors/ApiError.ts';
import { MAX_REPORTED_INSTALLS } from '../../operations/quotas/quotaLimits.ts';
import type { Quotas } from '../../operations/quotas/Quotas.ts';
import type { RowLimit } from '../../operations/quotas/RowLimit.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { countAllInstalls } from './installRows.ts';

const INSTALL_BYTES = 150;
/** Bytes on disk of a crash location, without its texts. */
const CRASH_BYTES = 1500;

/** Keeps made-up installs from filling the disk. Reports beyond the quota are counted, but their installs are not stored. */
export class InstallQuota {
  readonly #quotas: Quotas;
  readonly #installs: RowLimit;

  constructor(db: Database, quotas: Quotas) {
    this.#quotas = quotas;
    this.#installs = quotas.limitRows('reported-installs', MAX_REPORTED_INSTALLS, () =>
      countAllInstalls(db),
    );
  }

  /** Whether one more crash location can be stored, with texts of so many characters; counts it if so. */
  hasRoomForCrash(address: string, textLength: number): boolean {
    return this.#admits(address, CRASH_BYTES + textLength);
  }

  /** Whether one more install can be stored; counts it if so. */
  hasRoomFor(address: string): boolean {
    if (!this.#installs.hasRoom()) {
      this.#quotas.alert('reported-installs');
      return false;
    }
    if (!this.#admits(address, INSTALL_BYTES)) return false;
    this.#installs.add(1);
    return true;
  }

  #admits(address: string, bytes: number): boolean {
    try {
      this.#quotas.admit('reports', { address, pool: 'strangers' }, bytes);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }
}
