import { readFile } from 'node:fs/promises';

import type { ApiClient } from '@host/api-client';
import type { Manifest } from '@host/contracts';

import { formatBytes } from '../terminal/formatBytes.ts';
import type { Output } from '../terminal/Output.ts';
import type { PlannedUpload } from './planUploads.ts';

/** Uploads the files that the server does not have, with one progress bar for all of them. */
export async function uploadFiles(
  client: ApiClient,
  { appId, version }: Manifest,
  uploads: readonly PlannedUpload[],
  out: Output,
): Promise<void> {
  const missing = uploads.filter(({ isThere }) => !isThere);
  const total = missing.reduce((sum, { size }) => sum + size, 0);
  const progress = out.progress('Uploading');
  let done = 0;
  for (const { file, path, size, sha256 } of missing) {
    const body = await readFile(path);
    await client.uploadArtifact({
      appId,
      version,
      file,
      body,
      size,
      sha256,
      onProgress: ({ sentBytes }) => {
        const sent = done + sentBytes;
        progress.update(`${file}  ${formatBytes(sent)} of ${formatBytes(total)}`, sent / total);
      },
    });
    done += size;
  }
  progress.end();
}
