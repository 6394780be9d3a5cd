import type { ArtifactFile, Platform } from '@host/contracts';

import type { Database } from '../../../storage/database/Database.types.ts';
import type { ObjectStore } from '../../../storage/objects/ObjectStore.types.ts';
import type { UploadFolder } from '../../artifacts/upload/UploadFolder.ts';
import type { VerifiedArtifacts } from '../../records/versionRows.ts';

/** What verification needs from the server. */
export interface VerificationDeps {
  db: Database;
  objects: ObjectStore;
  uploads: UploadFolder;
  addresses: { cdnUrl: string; cdnOrigins: readonly string[] };
}

/** The result of a verification, and the file indexes that are not stored yet. */
export interface Verification extends VerifiedArtifacts {
  newFileIndexes: Partial<Record<Platform, ArtifactFile[]>>;
}
