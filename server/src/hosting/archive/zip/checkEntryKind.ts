import type { Entry } from 'yauzl';

import { COMPRESSION } from './ArchiveEntry.ts';
import { archiveError } from './archiveError.ts';
import type { EntryPath } from './readEntryPath.ts';

const FILE_TYPE_MASK = 0o170000;
const REGULAR_FILE = 0o100000;
const FOLDER = 0o040000;
const SYMBOLIC_LINK = 0o120000;
const WINDOWS_REPARSE_POINT = 0x400;

const ENCRYPTED = 0x1;
const ENCRYPTED_DIRECTORY = 0x2000;

/** Refuses what is neither a regular file nor a folder, and what cannot be read without a key or another method. */
export function checkEntryKind(entry: Entry, { path, isFolder }: EntryPath): void {
  // Some tools apply the unix mode whatever system the entry claims to come from, so the claim is ignored here.
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK;
  if (type === SYMBOLIC_LINK || entry.externalFileAttributes & WINDOWS_REPARSE_POINT) {
    throw archiveError('artifact-link', path, 'is a link; expected a regular file or a folder');
  }
  // Tools that know no unix modes write none at all.
  if (type !== 0 && type !== (isFolder ? FOLDER : REGULAR_FILE)) {
    throw archiveError(
      'artifact-link',
      path,
      `has the file type 0o${type.toString(8)}; expected that of a ${isFolder ? 'folder' : 'regular file'}`,
    );
  }
  if (entry.generalPurposeBitFlag & (ENCRYPTED | ENCRYPTED_DIRECTORY)) {
    throw archiveError('artifact-corrupt', path, 'is encrypted; expected it in the clear');
  }
  const { compressionMethod: method } = entry;
  if (method !== COMPRESSION.stored && method !== COMPRESSION.deflated) {
    throw archiveError(
      'artifact-corrupt',
      path,
      `is compressed by method ${method}; expected 0 (stored) or 8 (deflate)`,
    );
  }
  checkDeclaredSizes(entry, { path, isFolder });
}

function checkDeclaredSizes(entry: Entry, { path, isFolder }: EntryPath): void {
  if (isFolder && entry.uncompressedSize !== 0) {
    throw archiveError('artifact-corrupt', path, 'is a folder with content; expected none');
  }
  if (
    entry.compressionMethod === COMPRESSION.stored &&
    entry.compressedSize !== entry.uncompressedSize
  ) {
    throw archiveError(
      'artifact-corrupt',
      path,
      `is stored in ${entry.compressedSize} bytes but declares ${entry.uncompressedSize}; expected the same`,
    );
  }
}
