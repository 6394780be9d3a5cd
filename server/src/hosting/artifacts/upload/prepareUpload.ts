import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import type { ArtifactFile } from '@host/contracts';

import { ApiError } from '../../../errors/ApiError.ts';
import type { Encoding } from '../../../http/headers/chooseEncoding.ts';
import { objectKeyProblem } from '../../../storage/objects/assertObjectKey.ts';
import { PRIVATE_FOLDER } from '../../../storage/privateModes.ts';
import { contentTypeOf } from '../../archive/contentTypes.ts';
import { encodeOnce } from '../../archive/encodeOnce.ts';
import { inspectArchive } from '../../archive/inspectArchive.ts';
import {
  FEDERATION_MANIFEST,
  requireReadable,
  parseFederationManifest,
} from '../../archive/readFederationManifest.ts';
import { unpackArchive } from '../../archive/unpackArchive.ts';
import { archiveError } from '../../archive/zip/archiveError.ts';
import { UPLOADS, type UploadName, uploadKey, webFileKey } from '../../records/artifactKeys.ts';
import type { Artifact } from '../../records/artifactRows.ts';
import type { PreparedObject, PreparedUpload } from './PreparedUpload.types.ts';
import type { ReceivedFile } from './UploadFolder.ts';

/** Checks a received upload of a version and prepares all files that will be served, in a temporary folder. */
export async function prepareUpload(
  received: ReceivedFile,
  upload: { appId: string; version: string; name: UploadName },
  workFolder: string,
): Promise<PreparedUpload> {
  await mkdir(workFolder, { mode: PRIVATE_FOLDER });
  const { appId, version, name } = upload;
  const { kind } = UPLOADS[name];
  const artifact = toArtifact(received, {
    key: uploadKey(appId, version, name),
    appId,
    version,
    kind,
    contentType: contentTypeOf(name),
  });

  if (kind === 'manifest') {
    parseFederationManifest(await readFile(received.path));
    return { objects: [await withEncodings(artifact, received.path, workFolder)] };
  }

  const { platform } = UPLOADS[name];
  const files = await inspectArchive(received.path);
  const archive = { artifact, path: received.path, encoded: [] };
  if (kind === 'source-map') return { objects: [archive] };
  if (platform !== 'web') return { objects: [archive], index: { platform, files } };
  const unpacked = await unpackWeb(received.path, files, { appId, version }, workFolder);
  return { objects: [archive, ...unpacked], index: { platform, files } };
}

async function unpackWeb(
  archive: string,
  files: ArtifactFile[],
  { appId, version }: { appId: string; version: string },
  workFolder: string,
): Promise<PreparedObject[]> {
  const manifest = files.find(({ path }) => path === FEDERATION_MANIFEST);
  if (!manifest) {
    throw new ApiError(
      'artifact-manifest-invalid',
      'web.zip holds no mf-manifest.json at its root.',
    );
  }
  requireReadable(manifest);
  for (const { path } of files) {
    const problem = objectKeyProblem(webFileKey(appId, version, path));
    if (problem) throw archiveError('artifact-unsafe-name', path, `cannot be stored: ${problem}`);
  }
  const prepared: PreparedObject[] = [];
  await unpackArchive(archive, files, async (file, content) => {
    const path = `${workFolder}/${prepared.length}`;
    await pipeline(content, createWriteStream(path, { flags: 'wx' }));
    const artifact = toArtifact(file, {
      key: webFileKey(appId, version, file.path),
      appId,
      version,
      kind: 'web-file',
      contentType: contentTypeOf(file.path),
    });
    prepared.push(await withEncodings(artifact, path, workFolder));
  });
  return prepared;
}

/** Adds the compressed forms of an object. */
async function withEncodings(
  artifact: Artifact,
  path: string,
  workFolder: string,
): Promise<PreparedObject> {
  const encoded = await encodeOnce(path, workFolder, artifact.key);
  const encodings: Partial<Record<Encoding, number>> = {};
  for (const { encoding, size } of encoded) encodings[encoding] = size;
  return { artifact: { ...artifact, encodings }, path, encoded };
}

/** Describes a content as an artifact without compressed forms. */
export function toArtifact(
  { size, sha256, integrity }: Pick<ArtifactFile, 'size' | 'sha256' | 'integrity'>,
  rest: Pick<Artifact, 'key' | 'appId' | 'version' | 'kind' | 'contentType'>,
): Artifact {
  return { ...rest, size, sha256, integrity, encodings: {} };
}
