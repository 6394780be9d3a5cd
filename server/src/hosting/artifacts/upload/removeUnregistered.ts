import { MAX_UNREGISTERED_SECONDS } from '../../../operations/quotas/quotaLimits.ts';
import type { HeldLock } from '../../../storage/database/Database.types.ts';
import { uploadFolders, versionLock } from '../../records/artifactKeys.ts';
import { deleteArtifactsOf } from '../../records/artifactRows.ts';
import { findVersion } from '../../records/versionRows.ts';
import { deletePending, findPending, listPendingBefore } from './pendingRows.ts';
import type { ArtifactStorage } from './storeUpload.ts';

const MAX_AT_ONCE = 50;

/**
 * Removes uploads for versions that nobody registered for days. Rows are deleted before their objects, under the version's
 * lock: a crash in between leaves objects that the next upload replaces. Compressed forms stay: their keys contain the digest
 * of the content, so another version may use them.
 */
export async function removeUnregistered(storage: ArtifactStorage, now: number): Promise<void> {
  const before = now - MAX_UNREGISTERED_SECONDS * 1000;
  let pending;
  do {
    pending = await listPendingBefore(storage.db, before, MAX_AT_ONCE);
    for (const { app_id: appId, version } of pending) {
      await storage.db.withLock(versionLock(appId, version), (lock) =>
        removeVersion(storage, { appId, version, before }, lock),
      );
    }
  } while (pending.length === MAX_AT_ONCE);
}

async function removeVersion(
  { db, objects }: ArtifactStorage,
  { appId, version, before }: { appId: string; version: string; before: number },
  lock: HeldLock,
): Promise<void> {
  const isRemoved = await db.transaction(async (tx) => {
    await lock.demand(tx);
    // Somebody may have uploaded or registered meanwhile.
    if (await findVersion(tx, appId, version)) {
      await deletePending(tx, appId, version);
      return false;
    }
    const uploadedAt = await findPending(tx, appId, version);
    if (uploadedAt === undefined || uploadedAt > before) return false;
    await deleteArtifactsOf(tx, appId, version);
    await deletePending(tx, appId, version);
    return true;
  });
  if (!isRemoved) return;
  for (const folder of uploadFolders(appId, version)) {
    for await (const key of objects.list(folder)) {
      lock.signal.throwIfAborted();
      await objects.delete(key);
    }
  }
}
