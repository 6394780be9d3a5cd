import { readFile } from 'node:fs/promises';

import { LIMITS } from '@host/contracts';

import { ApiError } from '../../../errors/ApiError.ts';
import type { Answer, Commit } from '../../../operations/actions/AdminActions.ts';
import { contentTypeOf } from '../../archive/contentTypes.ts';
import { iconKey } from '../../records/artifactKeys.ts';
import { findArtifact, putArtifact } from '../../records/artifactRows.ts';
import { pictureSize } from './pictureSize.ts';
import { toArtifact } from './prepareUpload.ts';
import { type ArtifactStorage, storeObject } from './storeUpload.ts';
import type { ReceivedFile } from './UploadFolder.ts';

const SIGNATURES: Record<string, RegExp> = {
  png: /^\x89PNG\r\n\x1a\n/,
  jpg: /^\xff\xd8\xff/,
  webp: /^RIFF.{4}WEBP/s,
  // A comment ends at its first -->: if it could extend beyond, the regular expression would backtrack exponentially.
  svg: /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:(?:<!--(?:(?!-->).)*-->|<!DOCTYPE[^>[]*>)\s*)*<svg[\s>]/s,
};

const SIGNATURE_BYTES = 1024;

/** Stores an icon. It is cached forever, so it never changes. */
export async function storeIcon(
  storage: ArtifactStorage,
  { appId, file }: { appId: string; file: string },
  received: ReceivedFile,
  commit: Commit,
): Promise<Answer> {
  await refuseOtherFormat(received.path, file);
  const key = iconKey(file);
  const contentType = contentTypeOf(file);
  const artifact = toArtifact(received, { key, appId, version: '', kind: 'icon', contentType });
  const { size, sha256 } = artifact;
  const body = { key, size, sha256, files: 1 };

  return storage.db.withLock(`icon:${key}`, async (lock) => {
    const stored = await findArtifact(storage.db, key);
    if (stored?.sha256 === sha256) return { status: 200, body };
    if (stored) {
      throw new ApiError(
        'artifact-exists',
        `${file} has other content. Give the new icon a new name.`,
      );
    }
    await storeObject(storage.objects, { artifact, path: received.path, encoded: [] }, lock);
    return commit(async (tx) => {
      await lock.demand(tx);
      await putArtifact(tx, artifact, Date.now());
      return { status: 201, body, details: { size, sha256 } };
    });
  });
}

async function refuseOtherFormat(path: string, file: string): Promise<void> {
  const bytes = await readFile(path);
  const format = file.slice(file.lastIndexOf('.') + 1);
  if (!SIGNATURES[format]?.test(bytes.toString('latin1', 0, SIGNATURE_BYTES))) {
    throw new ApiError('artifact-corrupt', `${file} is not a picture in the format ${format}.`);
  }
  const size = format === 'svg' ? undefined : pictureSize(bytes);
  if (size && Math.max(size.width, size.height) > LIMITS.iconPixels) {
    throw new ApiError(
      'artifact-too-large',
      `${file} has ${size.width} × ${size.height} pixels; expected at most ${LIMITS.iconPixels} on each side.`,
    );
  }
}
