import type { ArtifactFile, Platform } from '@host/contracts';

import type { Encoding } from '../../http/headers/chooseEncoding.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import type { ArtifactKind } from './artifactKeys.ts';

/** One stored object: what it holds and how it is served. */
export interface Artifact {
  key: string;
  appId: string;
  /** Empty for icons, which belong to no version. */
  version: string;
  kind: ArtifactKind;
  size: number;
  sha256: string;
  integrity: string;
  contentType: string;
  /** Sizes of the compressed forms that were worth keeping. */
  encodings: Partial<Record<Encoding, number>>;
}

interface ArtifactRow {
  object_key: string;
  app_id: string;
  version: string;
  kind: ArtifactKind;
  size: number;
  sha256: string;
  integrity: string;
  content_type: string;
  encodings: string;
}

export async function findArtifact(db: Queries, key: string): Promise<Artifact | undefined> {
  const row = await db.get<ArtifactRow>('SELECT * FROM artifacts WHERE object_key = ?', key);
  return row && toArtifact(row);
}

/** An artifact that anybody may fetch: its version is registered, or it is an icon. It is immutable. */
export async function findPublicArtifact(db: Queries, key: string): Promise<Artifact | undefined> {
  const row = await db.get<ArtifactRow>(
    `SELECT a.* FROM artifacts a WHERE a.object_key = ? AND a.kind <> 'source-map' AND (a.kind = 'icon'
      OR EXISTS (SELECT 1 FROM versions v WHERE v.app_id = a.app_id AND v.version = a.version))`,
    key,
  );
  return row && toArtifact(row);
}

export async function listArtifacts(
  db: Queries,
  appId: string,
  version: string,
): Promise<Artifact[]> {
  const rows = await db.all<ArtifactRow>(
    'SELECT * FROM artifacts WHERE app_id = ? AND version = ? ORDER BY object_key',
    appId,
    version,
  );
  return rows.map(toArtifact);
}

export async function putArtifact(tx: Queries, artifact: Artifact, now: number): Promise<void> {
  await tx.run(
    `INSERT INTO artifacts (object_key, app_id, version, kind, size, sha256, integrity, content_type, encodings, uploaded_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (object_key) DO UPDATE SET size = excluded.size, sha256 = excluded.sha256,
        integrity = excluded.integrity, content_type = excluded.content_type, encodings = excluded.encodings,
        uploaded_at = excluded.uploaded_at, unreadable = NULL, unreadable_at = NULL`,
    artifact.key,
    artifact.appId,
    artifact.version,
    artifact.kind,
    artifact.size,
    artifact.sha256,
    artifact.integrity,
    artifact.contentType,
    JSON.stringify(artifact.encodings),
    now,
  );
}

export async function deleteArtifact(tx: Queries, key: string): Promise<void> {
  await tx.run('DELETE FROM artifacts WHERE object_key = ?', key);
}

export async function deleteWebFiles(tx: Queries, appId: string, version: string): Promise<void> {
  await tx.run(
    `DELETE FROM artifacts WHERE app_id = ? AND version = ? AND kind = 'web-file'`,
    appId,
    version,
  );
}

/** The size of a version's uploads, without the one that is about to be replaced and, for `web.zip`, its unpacked files. */
export async function sizeWithout(
  db: Queries,
  { appId, version }: { appId: string; version: string },
  replaced: { key: string; webFiles: boolean },
): Promise<number> {
  const row = await db.get<{ size: number }>(
    `SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) AS size FROM artifacts
      WHERE app_id = ? AND version = ? AND object_key <> ?${replaced.webFiles ? ` AND kind <> 'web-file'` : ''}`,
    appId,
    version,
    replaced.key,
  );
  return row!.size;
}

/** Deletes the rows of everything that was uploaded for a version. */
export async function deleteArtifactsOf(
  tx: Queries,
  appId: string,
  version: string,
): Promise<void> {
  await tx.run('DELETE FROM artifacts WHERE app_id = ? AND version = ?', appId, version);
  await tx.run('DELETE FROM archive_files WHERE app_id = ? AND version = ?', appId, version);
}

export async function putFileIndex(
  tx: Queries,
  place: { appId: string; version: string; platform: Platform },
  files: ArtifactFile[],
): Promise<void> {
  await tx.run(
    `INSERT INTO archive_files (app_id, version, platform, files) VALUES (?, ?, ?, ?)
      ON CONFLICT (app_id, version, platform) DO UPDATE SET files = excluded.files`,
    place.appId,
    place.version,
    place.platform,
    JSON.stringify(files),
  );
}

/** The files of a platform's archive, or undefined when they are not known. */
export async function findFileIndex(
  db: Queries,
  appId: string,
  version: string,
  platform: Platform,
): Promise<ArtifactFile[] | undefined> {
  const row = await db.get<{ files: string }>(
    'SELECT files FROM archive_files WHERE app_id = ? AND version = ? AND platform = ?',
    appId,
    version,
    platform,
  );
  return row && (JSON.parse(row.files) as ArtifactFile[]);
}

function toArtifact(row: ArtifactRow): Artifact {
  return {
    key: row.object_key,
    appId: row.app_id,
    version: row.version,
    kind: row.kind,
    size: row.size,
    sha256: row.sha256,
    integrity: row.integrity,
    contentType: row.content_type,
    encodings: JSON.parse(row.encodings) as Artifact['encodings'],
  };
}
