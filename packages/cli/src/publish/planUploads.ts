import { join } from 'node:path';

import type { ApiClient, ArtifactName } from '@host/api-client';
import type { Manifest } from '@host/contracts';

import { isScopeMissing } from '../account/connect.ts';
import { digestFile } from '../pack/digestFile.ts';
import type { PackedArchive } from './packProject.ts';

/** A file of a version, and whether the server has it already. */
export interface PlannedUpload {
  file: ArtifactName;
  path: string;
  size: number;
  sha256: string;
  isThere: boolean;
}

/** Lists all files of a version. Those that an earlier attempt uploaded are not sent again. */
export async function planUploads(
  client: ApiClient,
  root: string,
  { appId, version }: Manifest,
  archives: readonly PackedArchive[],
): Promise<PlannedUpload[]> {
  // One manifest is used for all platforms.
  const manifest = join(root, 'build/ios/mf-manifest.json');
  const files: Omit<PlannedUpload, 'isThere'>[] = [
    { file: 'mf-manifest.json', path: manifest, ...(await digestFile(manifest)) },
  ];
  for (const { platform, archive, size, sha256, maps } of archives) {
    files.push({ file: `${platform}.zip`, path: archive, size, sha256 });
    if (maps === undefined) continue;
    files.push({ file: `${platform}.maps.zip`, path: maps, ...(await digestFile(maps)) });
  }
  return Promise.all(
    files.map(async (one) => {
      const found = await client.findArtifact(appId, version, one.file).catch((error: unknown) => {
        // A token that may publish but not read: then everything is sent.
        if (isScopeMissing(error)) return undefined;
        throw error;
      });
      return { ...one, isThere: found?.sha256 === one.sha256 };
    }),
  );
}
