import { open, type FileHandle } from 'node:fs/promises';

import type { CrashFrame } from '@host/contracts';
import { TraceMap, originalPositionFor } from '@jridgewell/trace-mapping';

import { DEFAULT_ARCHIVE_LIMITS } from '../../../archive/ArchiveLimits.ts';
import type { ArchiveEntry } from '../../../archive/zip/ArchiveEntry.ts';
import { entryContent } from '../../../archive/zip/entryContent.ts';
import { readDirectory } from '../../../archive/zip/readDirectory.ts';

/** What the thread is given. */
export interface MappingRequest {
  /** The archive of a version's source maps. */
  path: string;
  places: readonly { file: string; line: number; column: number }[];
}

export interface MappingAnswer {
  /** One for each place, null where no map knows it. */
  sources: (CrashFrame['source'] | null)[];
}

/** A source map that is larger is not read. */
const MAX_MAP_BYTES = 48 * 1024 * 1024;
/** Characters of a path or a name in the source. */
const MAX_TEXT = 300;

/** Finds places in the source. Runs on a thread of its own. */
export async function findSources({ path, places }: MappingRequest): Promise<MappingAnswer> {
  const archive = await open(path, 'r');
  try {
    const { files } = await readDirectory(archive, DEFAULT_ARCHIVE_LIMITS);
    const maps = new Map<string, TraceMap | undefined>();
    const sources: MappingAnswer['sources'] = [];
    for (const { file, line, column } of places) {
      const name = mapName(file);
      if (!maps.has(name)) maps.set(name, await readMap(archive, files, name));
      const map = maps.get(name);
      sources.push(map ? sourceAt(map, line, column) : null);
    }
    return { sources };
  } finally {
    await archive.close();
  }
}

/** `App.3f2a.js.map` of `https://cdn.example/…/App.3f2a.js?x`. */
function mapName(address: string): string {
  const path = address.split(/[?#]/)[0]!;
  return `${path.slice(path.lastIndexOf('/') + 1)}.map`;
}

async function readMap(
  archive: FileHandle,
  files: readonly ArchiveEntry[],
  name: string,
): Promise<TraceMap | undefined> {
  const entry = files.find(({ path }) => path === name || path.endsWith(`/${name}`));
  if (!entry || entry.size > MAX_MAP_BYTES) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of entryContent(archive, entry)) chunks.push(chunk);
  try {
    return new TraceMap(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function sourceAt(map: TraceMap, line: number, column: number): CrashFrame['source'] | null {
  // Stacks count columns from 1.
  const found = originalPositionFor(map, { line, column: Math.max(0, column - 1) });
  if (found.source === null) return null;
  return {
    file: found.source.slice(-MAX_TEXT),
    line: found.line,
    column: found.column + 1,
    ...(found.name !== null && { name: found.name.slice(0, MAX_TEXT) }),
  };
}
