import type { ArtifactFile, Platform } from '@host/contracts';

import type { EncodedVariant } from '../../archive/encodeOnce.ts';
import type { Artifact } from '../../records/artifactRows.ts';

/** A checked object in a local file, ready to be stored. */
export interface PreparedObject {
  artifact: Artifact;
  path: string;
  encoded: EncodedVariant[];
}

/** An upload that was checked, with everything that is stored for it. */
export interface PreparedUpload {
  /** The upload itself, first, and the files that were unpacked from it. */
  objects: [PreparedObject, ...PreparedObject[]];
  /** The index of an archive's files. */
  index?: { platform: Platform; files: ArtifactFile[] };
}
