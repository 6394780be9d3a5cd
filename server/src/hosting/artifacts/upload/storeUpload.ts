import type { UploadReceipt } from '@host/contracts';

import { ApiError } from '../../../errors/ApiError.ts';
import type { Answer, Commit } from '../../../operations/actions/AdminActions.ts';
import type { Database, HeldLock, Queries } from '../../../storage/database/Database.types.ts';
import type { ObjectStore } from '../../../storage/objects/ObjectStore.types.ts';
import { encodedKey, versionLock, webFileKey } from '../../records/artifactKeys.ts';
import {
  type Artifact,
  deleteArtifact,
  deleteWebFiles,
  findArtifact,
  putArtifact,
  putFileIndex,
} from '../../records/artifactRows.ts';
import { findVersion } from '../../records/versionRows.ts';
import { putPending } from './pendingRows.ts';
import type { PreparedObject, PreparedUpload } from './PreparedUpload.types.ts';
import type { UploadQuota } from './UploadQuota.ts';

export interface ArtifactStorage {
  db: Database;
  objects: ObjectStore;
}

/**
 * Stores a checked upload of a version. Until the version is registered an upload can be replaced; afterwards it is
 * immutable. A row exists only while its objects match it: rows are inserted after their objects are written, and deleted
 * before those are replaced. So a crash leaves no upload rather than a part of one. A node that paused and lost the lock
 * overwrites nothing that another node stored meanwhile.
 */
export function storeUpload(
  storage: ArtifactStorage & { quota: UploadQuota },
  upload: PreparedUpload,
  commit: Commit,
): Promise<Answer> {
  const [{ artifact: main }] = upload.objects;
  const { appId, version } = main;
  return storage.db.withLock(versionLock(appId, version), async (lock) => {
    const stored = await findArtifact(storage.db, main.key);
    const isSame = stored?.sha256 === main.sha256;
    const isRegistered = (await findVersion(storage.db, appId, version)) !== undefined;
    if (isRegistered) {
      if (isSame && (await isStored(storage, stored))) return receipt(200, main, upload);
      // Source maps only serve to read stack traces: they may be added later, but not changed either.
      const mayBeAdded = main.kind === 'source-map' && !stored;
      if (!isSame && !mayBeAdded) throw registeredAlready(main);
    }

    const counted = isRegistered ? undefined : await storage.quota.requireRoom(storage.db, upload);
    if (stored && !isSame) await storage.db.transaction((tx) => withdraw(tx, upload, lock));
    if (upload.index?.platform === 'web') await dropReplaced(storage.objects, upload, lock);
    for (const object of upload.objects) await storeObject(storage.objects, object, lock);
    return commit(async (tx) => {
      await lock.demand(tx);
      const now = Date.now();
      const { index } = upload;
      if (index?.platform === 'web') await deleteWebFiles(tx, appId, version);
      for (const { artifact } of upload.objects) await putArtifact(tx, artifact, now);
      if (counted !== undefined) await putPending(tx, { appId, version, bytes: counted }, now);
      if (index) await putFileIndex(tx, { appId, version, platform: index.platform }, index.files);
      return receipt(stored ? 200 : 201, main, upload);
    });
  });
}

/** Stores an object and its compressed forms. */
export async function storeObject(
  objects: ObjectStore,
  { artifact, path, encoded }: PreparedObject,
  { signal }: HeldLock,
): Promise<void> {
  const { contentType } = artifact;
  for (const { encoding, path: encodedPath } of encoded) {
    await objects.putFile(encodedKey(artifact, encoding), encodedPath, { contentType }, signal);
  }
  await objects.putFile(artifact.key, path, { contentType }, signal);
}

/** The error for an attempt to change an artifact of a registered version. */
export function registeredAlready(artifact: Pick<Artifact, 'appId' | 'version' | 'key'>): ApiError {
  const { appId, version, key } = artifact;
  return new ApiError(
    'artifact-exists',
    `${appId}@${version} is registered; ${key} stays as it is.`,
  );
}

async function isStored({ objects }: ArtifactStorage, artifact: Artifact): Promise<boolean> {
  return (await objects.stat(artifact.key))?.size === artifact.size;
}

async function withdraw(
  tx: Queries,
  { objects: [main], index }: PreparedUpload,
  lock: HeldLock,
): Promise<void> {
  await lock.demand(tx);
  const { key, appId, version } = main.artifact;
  await deleteArtifact(tx, key);
  if (index?.platform === 'web') await deleteWebFiles(tx, appId, version);
}

// Deletes the files of a replaced archive or an aborted upload. This comes before the new files are written: what was a
// file may be a folder now.
async function dropReplaced(
  objects: ObjectStore,
  upload: PreparedUpload,
  { signal }: HeldLock,
): Promise<void> {
  const [{ artifact }] = upload.objects;
  const kept = new Set(upload.objects.map(({ artifact: { key } }) => key));
  for await (const key of objects.list(webFileKey(artifact.appId, artifact.version, ''))) {
    signal.throwIfAborted();
    if (!kept.has(key)) await objects.delete(key);
  }
}

function receipt(status: 200 | 201, artifact: Artifact, upload: PreparedUpload): Answer {
  const { key, size, sha256 } = artifact;
  const body: UploadReceipt = { key, size, sha256, files: upload.index?.files.length ?? 1 };
  return { status, body, details: { size, sha256 } };
}
