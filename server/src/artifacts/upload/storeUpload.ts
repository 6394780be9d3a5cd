import type { UploadReceipt } from '@host/contracts';

import { ApiError } from '../../ApiError.ts';
import type { Answer, Commit } from '../../http/AdminActions.ts';
import { findVersion } from '../../registry/versionRows.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { ObjectStore } from '../../storage/objects/ObjectStore.types.ts';
import { encodedKey, versionLock } from '../artifactKeys.ts';
import {
  type Artifact,
  deleteWebFiles,
  findArtifact,
  listArtifacts,
  putArtifact,
  putFileIndex,
} from '../artifactRows.ts';
import type { PreparedObject, PreparedUpload } from './PreparedUpload.types.ts';

export interface ArtifactStorage {
  db: Database;
  objects: ObjectStore;
}

/**
 * Stores a checked upload of a version. Until the version is registered an upload can be replaced; afterwards it never
 * changes. The objects are written before the rows that make them count: a crash in between leaves what was there.
 */
export function storeUpload(
  storage: ArtifactStorage,
  upload: PreparedUpload,
  commit: Commit,
): Promise<Answer> {
  const [{ artifact: main }] = upload.objects;
  const { appId, version } = main;
  return storage.db.withLock(versionLock(appId, version), async () => {
    const stored = await findArtifact(storage.db, main.key);
    if (stored?.sha256 === main.sha256 && (await isStored(storage, stored))) {
      return receipt(200, main, upload);
    }
    // Source maps are for reading stack traces; they may come later, but not change either.
    const mayBeAdded = main.kind === 'source-map' && !stored;
    if (!mayBeAdded && (await findVersion(storage.db, appId, version))) {
      throw new ApiError(
        'artifact-exists',
        `${appId}@${version} is registered; ${main.key} stays as it is.`,
      );
    }

    const replaced = main.kind === 'archive' ? await webFilesOf(storage.db, appId, version) : [];
    for (const object of upload.objects) await storeObject(storage.objects, object);
    const answer = await commit(async (tx) => {
      const now = Date.now();
      const { index } = upload;
      if (index?.platform === 'web') await deleteWebFiles(tx, appId, version);
      for (const { artifact } of upload.objects) await putArtifact(tx, artifact, now);
      if (index) await putFileIndex(tx, { appId, version, platform: index.platform }, index.files);
      return receipt(stored ? 200 : 201, main, upload);
    });
    if (upload.index?.platform === 'web') await dropReplaced(storage.objects, replaced, upload);
    return answer;
  });
}

/** Stores an object and its compressed forms. */
export async function storeObject(
  objects: ObjectStore,
  { artifact, path, encoded }: PreparedObject,
): Promise<void> {
  const { contentType } = artifact;
  for (const { encoding, path: encodedPath } of encoded) {
    await objects.putFile(encodedKey(artifact.sha256, encoding), encodedPath, { contentType });
  }
  await objects.putFile(artifact.key, path, { contentType });
}

async function isStored({ objects }: ArtifactStorage, artifact: Artifact): Promise<boolean> {
  return (await objects.stat(artifact.key))?.size === artifact.size;
}

async function webFilesOf(db: Database, appId: string, version: string): Promise<string[]> {
  const artifacts = await listArtifacts(db, appId, version);
  return artifacts.filter(({ kind }) => kind === 'web-file').map(({ key }) => key);
}

// What a replaced web archive had and the new one has not. A crash before this leaves files that nothing refers to.
async function dropReplaced(
  objects: ObjectStore,
  replaced: readonly string[],
  upload: PreparedUpload,
): Promise<void> {
  const kept = new Set(upload.objects.map(({ artifact }) => artifact.key));
  for (const key of replaced) if (!kept.has(key)) await objects.delete(key);
}

function receipt(status: 200 | 201, artifact: Artifact, upload: PreparedUpload): Answer {
  const { key, size, sha256 } = artifact;
  const body: UploadReceipt = { key, size, sha256, files: upload.index?.files.length ?? 1 };
  return { status, body, details: { size, sha256 } };
}
