import { mkdir, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';

import type { ArtifactFile, ArtifactFiles, Platform } from '@host/contracts';

import { CliError } from '../terminal/CliError.ts';
import { listBuild } from './listBuild.ts';
import { writeZip } from './writeZip.ts';

export interface PackRequest {
  /** The folder whose contents are packed, `build/<platform>`. */
  buildDir: string;
  /** Where archives and index are written; not inside `buildDir`. */
  outDir: string;
  platform: Platform;
  appId: string;
  version: string;
}

/** A platform's build, ready to be uploaded. */
export interface PackedPlatform {
  /** The path of `<platform>.zip`. */
  archive: string;
  size: number;
  sha256: string;
  /** The files in the archive with their digests, as the server will find them. */
  index: ArtifactFile[];
  /** The path of `<platform>.maps.zip`, when the build has source maps. */
  maps?: string;
}

/**
 * Packs a platform's build: `<platform>.zip` without source maps, `<platform>.maps.zip` with them, and
 * `<platform>.index.json`. The same build gives the same bytes, wherever and whenever it is packed.
 */
export async function packPlatform(request: PackRequest): Promise<PackedPlatform> {
  const { buildDir, outDir, platform, appId, version } = request;
  refuseInside(buildDir, outDir);
  const { published, maps } = await listBuild(buildDir, platform);
  await mkdir(outDir, { recursive: true });

  const archive = join(outDir, `${platform}.zip`);
  const { size, sha256, files } = await writeZip(archive, buildDir, published);
  const index: ArtifactFiles = { appId, version, platform, files };
  await writeFile(join(outDir, `${platform}.index.json`), `${JSON.stringify(index, null, 2)}\n`);

  const mapsArchive = join(outDir, `${platform}.maps.zip`);
  if (maps.length > 0) await writeZip(mapsArchive, buildDir, maps);
  // Those of an earlier build would be mistaken for the maps of this one.
  else await rm(mapsArchive, { force: true });
  return { archive, size, sha256, index: files, ...(maps.length > 0 && { maps: mapsArchive }) };
}

function refuseInside(buildDir: string, outDir: string): void {
  const way = relative(resolve(buildDir), resolve(outDir));
  if (way.split(/[\\/]/)[0] === '..' || isAbsolute(way)) return;
  throw new CliError(
    `${outDir} is inside ${buildDir}: the next archive would hold this one.`,
    'Write archives to a folder outside of the build.',
    { code: 'out-inside-build' },
  );
}
