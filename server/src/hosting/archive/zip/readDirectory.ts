import type { FileHandle } from 'node:fs/promises';

import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';

import { ApiError } from '../../../errors/ApiError.ts';
import type { ArchiveLimits } from '../ArchiveLimits.ts';
import { COMPRESSION, type ArchiveEntry } from './ArchiveEntry.ts';
import { archiveError, toRefusal } from './archiveError.ts';
import { checkEntryKind } from './checkEntryKind.ts';
import { checkLocalHeader, isStreamed } from './checkLocalHeader.ts';
import { checkRanges } from './checkRanges.ts';
import { PathRegister } from './PathRegister.ts';
import { readEndRecord } from './readEndRecord.ts';
import { readEntryPath, type EntryPath } from './readEntryPath.ts';
import { readExtraFields } from './readExtraFields.ts';

const DIRECTORY_RECORD_BYTES = 46;
const UNICODE_PATH_FIELD = 0x7075;
const UNICODE_PATH_NAME_START = 5;

/** The files of an archive whose directory has passed every check that needs no content. */
export interface ArchiveDirectory {
  readonly archiveBytes: number;
  readonly files: readonly ArchiveEntry[];
}

/** Reads an archive's directory and refuses what is damaged, ambiguous or unsafe in it. Inflates nothing. */
export async function readDirectory(
  file: FileHandle,
  limits: ArchiveLimits,
): Promise<ArchiveDirectory> {
  const end = await readEndRecord(file);
  if (end.entryCount > 2 * limits.archiveFiles) {
    throw new ApiError(
      'artifact-too-large',
      `The archive lists ${end.entryCount} entries; expected at most ${limits.archiveFiles} files and as many folders.`,
    );
  }

  const entries: ArchiveEntry[] = [];
  const register = new PathRegister(limits);
  let cursor = end.directoryStart;
  try {
    // Names are decoded and sizes checked here rather than by yauzl, whose errors would not name the file. It is
    // given the descriptor and never closed: `file` stays the only owner.
    const zip = await fromFdPromise(file.fd, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    });
    for await (const entry of zip.eachEntry()) {
      cursor += DIRECTORY_RECORD_BYTES;
      cursor += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;

      const path = readEntryPath(entry.fileNameRaw, limits.archivePathLength);
      refuseSecondName(entry.extraFields, entry.fileNameRaw, path);
      register.add(path);
      checkEntryKind(entry, path);
      entries.push(await locate(zip, entry, path));
    }
  } catch (error) {
    throw toRefusal(error, (reason) =>
      corrupt(`is unreadable at entry ${entries.length + 1} (${reason})`, error),
    );
  }
  if (cursor !== end.directoryEnd) {
    throw corrupt(`holds more than the ${end.entryCount} entries that the end record counts`);
  }
  await checkRanges(file, entries, end.directoryStart);
  return { archiveBytes: end.archiveBytes, files: entries.filter((entry) => !entry.isFolder) };
}

/** Some tools prefer the name in this field: a second name, which was not checked. */
function refuseSecondName(
  fields: readonly { id: number; data: Buffer }[],
  name: Buffer,
  { path }: Pick<EntryPath, 'path'>,
): void {
  for (const { id, data } of fields) {
    if (id !== UNICODE_PATH_FIELD) continue;
    if (data.subarray(UNICODE_PATH_NAME_START).equals(name)) continue;
    throw archiveError(
      'artifact-unsafe-name',
      path,
      'has a second, different name in an extra field; expected one name',
    );
  }
}

async function locate(zip: ZipFile, entry: Entry, { path, isFolder }: EntryPath) {
  const start = entry.relativeOffsetOfLocalHeader;
  // Zip64 fields go up to 2^64: checked before yauzl reads there, since Node throws on such a position.
  if (start + entry.compressedSize > zip.fileSize) {
    throw archiveError('artifact-corrupt', path, 'lies outside of the archive; expected it inside');
  }
  const local = await zip.readLocalFileHeaderPromise(entry).catch((error: unknown) => {
    throw toRefusal(error, (reason) =>
      archiveError('artifact-corrupt', path, `has an unreadable header (${reason})`, error),
    );
  });
  const fields = readExtraFields(local.extraField);
  if (!fields) {
    throw archiveError(
      'artifact-corrupt',
      path,
      'has damaged extra fields in its own header; expected whole ones',
    );
  }
  refuseSecondName(fields, entry.fileNameRaw, { path });
  checkLocalHeader(entry, local, fields, path);
  return {
    path,
    isFolder,
    isStreamed: isStreamed(local),
    isDeflated: entry.compressionMethod === COMPRESSION.deflated,
    size: entry.uncompressedSize,
    crc32: entry.crc32,
    start,
    dataStart: local.fileDataStart,
    end: local.fileDataStart + entry.compressedSize,
  };
}

function corrupt(detail: string, cause?: unknown): ApiError {
  return new ApiError('artifact-corrupt', `The directory of the archive ${detail}.`, { cause });
}
