import { join } from 'node:path';

import { ApiClientError } from '@host/api-client';
import type { ArtifactFile, Manifest, Platform } from '@host/contracts';

import type { Connection } from '../account/connect.ts';
import { toCliError } from '../terminal/toCliError.ts';
import { packProject } from '../publish/packProject.ts';

/** How a build's archive compares with the one of the last published version. */
interface Comparison {
  platform: Platform;
  /** The bytes of the published archive; undefined if the platform was not published. */
  before: number | undefined;
  now: number;
  /** How many of how many files differ; undefined if only the archive's size is known. */
  changedFiles?: { changed: number; of: number; bytes: number };
}

export type ComparisonOutcome =
  | { with: string; comparisons: Comparison[] }
  | { notCompared: string };

/** Compares builds with the last published version: what a person who has it would have to download. */
export async function comparePublished(
  connection: Connection | undefined,
  root: string,
  manifest: Manifest,
  platforms: readonly Platform[],
): Promise<ComparisonOutcome> {
  if (!connection) {
    return { notCompared: 'Log in to compare with the published version: `miniapp login`.' };
  }
  const { client } = connection;
  try {
    const { latestVersion } = await client.getMiniProgram(manifest.appId);
    const record = await client.getVersion(manifest.appId, latestVersion);
    const outDir = join(root, 'node_modules/.cache/miniapp/packed');
    const archives = await packProject(root, manifest, { platforms, outDir });
    const comparisons = await Promise.all(
      archives.map(async ({ platform, size, index }) => {
        const before = record.platforms[platform]?.size;
        // The file index is only public for released versions.
        const published =
          record.status === 'released' && before !== undefined
            ? await client.listFiles(manifest.appId, latestVersion, platform)
            : undefined;
        return {
          platform,
          before,
          now: size,
          ...(published && { changedFiles: changes(index, published.files) }),
        };
      }),
    );
    return { with: latestVersion, comparisons };
  } catch (error) {
    const isNew = error instanceof ApiClientError && error.status === 404;
    if (isNew) return { notCompared: `${manifest.appId} is not published yet.` };
    return { notCompared: `Not compared with the published version: ${toCliError(error).message}` };
  }
}

function changes(now: readonly ArtifactFile[], before: readonly ArtifactFile[]) {
  const known = new Set(before.map(({ path, sha256 }) => `${path} ${sha256}`));
  const changed = now.filter(({ path, sha256 }) => !known.has(`${path} ${sha256}`));
  return {
    changed: changed.length,
    of: now.length,
    bytes: changed.reduce((sum, { size }) => sum + size, 0),
  };
}
