import type { DeviceRegistration } from '@host/contracts';

import { MAX_ANONYMOUS_DEVICES, MAX_STRANGERS } from '../../operations/quotas/quotaLimits.ts';
import type { Quotas, Storer } from '../../operations/quotas/Quotas.ts';
import type { RowLimit } from '../../operations/quotas/RowLimit.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { expireStrangers } from '../device-lifecycle/expireDevices.ts';
import {
  countAnonymous,
  countStrangers,
  findDevice,
  findDeviceOfKey,
} from '../devices/deviceRows.ts';

/** Bytes on disk of a row in addition to its texts: digests, numbers, indexes. */
const ROW_BYTES = 300;
const EXPIRED_AT_ONCE = 100;

/** Keeps new devices from filling the disk. Known devices are never refused. */
export class DeviceQuota {
  readonly #db: Database;
  readonly #quotas: Quotas;
  readonly #strangers: RowLimit;
  readonly #anonymous: RowLimit;

  constructor(db: Database, quotas: Quotas) {
    this.#db = db;
    this.#quotas = quotas;
    this.#strangers = quotas.limitRows('strangers', MAX_STRANGERS, () => countStrangers(db));
    this.#anonymous = quotas.limitRows('anonymous-devices', MAX_ANONYMOUS_DEVICES, () =>
      countAnonymous(db),
    );
  }

  /** Admits a registration or throws; counts it if the device is new. */
  async admit(registration: DeviceRegistration, from: Storer): Promise<void> {
    const { token, previousToken } = registration;
    if (await findDevice(this.#db, token)) return;
    if (previousToken !== undefined && (await findDeviceOfKey(this.#db, previousToken))) return;
    if (from.pool === 'strangers') await this.#makeRoom();
    this.#quotas.admit('devices', from, bytesOf(registration));
    if (from.pool !== 'strangers') return;
    this.#strangers.add(1);
    this.#anonymous.add(1);
  }

  /** Devices that were never seen go first: real ones connect seconds after they register. */
  async #makeRoom(): Promise<void> {
    if (!this.#strangers.hasRoom()) {
      this.#quotas.alert('strangers');
      const gone = await expireStrangers(this.#db, Number.MAX_SAFE_INTEGER, EXPIRED_AT_ONCE);
      this.#strangers.add(-gone);
      this.#anonymous.add(-gone);
    }
    if (!this.#anonymous.hasRoom()) throw this.#quotas.full('anonymous-devices');
  }
}

/** Bytes on disk of a registration; the token is stored twice, once as the address at its push service. */
function bytesOf({ token, platform, app }: DeviceRegistration): number {
  return 2 * token.length + platform.length + (app?.length ?? 0) + ROW_BYTES;
}
