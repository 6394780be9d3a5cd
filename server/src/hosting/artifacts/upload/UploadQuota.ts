import { ApiError } from '../../../errors/ApiError.ts';
import { findOwner } from '../../../operations/identity/ownerRows.ts';
import {
  MIN_UNREGISTERED_BYTES,
  MAX_UNREGISTERED_BYTES,
  MAX_UNREGISTERED_SECONDS,
} from '../../../operations/quotas/quotaLimits.ts';
import type { Quotas } from '../../../operations/quotas/Quotas.ts';
import type { Database } from '../../../storage/database/Database.types.ts';
import { sizeWithout } from '../../records/artifactRows.ts';
import { pendingWithout } from './pendingRows.ts';
import type { PreparedUpload } from './PreparedUpload.types.ts';

const QUOTA = 'unregistered-uploads-per-publisher';

/** Limits what a publisher uploads without registering it. */
export class UploadQuota {
  readonly #quotas: Quotas;
  readonly #max: number;

  constructor(quotas: Quotas, max = MAX_UNREGISTERED_BYTES) {
    this.#quotas = quotas;
    this.#max = max;
  }

  /** The bytes that a version counts for with this upload; throws when they exceed what its publisher has left. */
  async requireRoom(db: Database, { objects, index }: PreparedUpload): Promise<number> {
    const [{ artifact: main }] = objects;
    const { appId, version } = main;
    const replaced = { key: main.key, webFiles: index?.platform === 'web' };
    const added = objects.reduce((sum, { artifact }) => sum + artifact.size, 0);
    const size = added + (await sizeWithout(db, { appId, version }, replaced));
    const bytes = Math.max(MIN_UNREGISTERED_BYTES, size);
    const publisher = (await findOwner(db, appId))?.publisher_id ?? undefined;
    const beside = await pendingWithout(db, { publisher, appId }, version);
    if (beside.bytes + bytes <= this.#max) return bytes;
    this.#quotas.alert(QUOTA);
    const until = (beside.oldest ?? Date.now()) + MAX_UNREGISTERED_SECONDS * 1000;
    throw new ApiError(
      'quota-exceeded',
      `${publisher ?? appId} may have ${this.#max} bytes of uploads that are not registered, and has ${beside.bytes}. Register them; what is not registered is removed ${MAX_UNREGISTERED_SECONDS / 86_400} days after the last upload.`,
      { retryAfterSeconds: Math.max(1, Math.ceil((until - Date.now()) / 1000)) },
    );
  }
}
