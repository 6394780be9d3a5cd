import { open, type FileHandle } from 'node:fs/promises';

import type { CrashFrame, MappingFailure } from '@host/contracts';
import { TraceMap, originalPositionFor } from '@jridgewell/trace-mapping';
import * as z from 'zod/mini';

import { ApiError } from '../../../../errors/ApiError.ts';
import { DEFAULT_ARCHIVE_LIMITS } from '../../../archive/ArchiveLimits.ts';
import type { ArchiveEntry } from '../../../archive/zip/ArchiveEntry.ts';
import { entryContent } from '../../../archive/zip/entryContent.ts';
import { readDirectory } from '../../../archive/zip/readDirectory.ts';

/** The input of the source map process. */
export interface MappingRequest {
  /** The archive of a version's source maps. */
  path: string;
  places: readonly { file: string; line: number; column: number }[];
}

export interface MappingAnswer {
  /** One for each place, null where no map contains it. */
  sources: (CrashFrame['source'] | null)[];
  /** What is wrong with a map that should contain one of them. */
  problem?: MapProblem;
}

type MapProblem = Extract<MappingFailure, 'too-large' | 'broken'>;

/** A source map that is larger is not read. */
const MAX_MAP_BYTES = 24 * 1024 * 1024;
/** Characters of a path or a name in the source. */
const MAX_TEXT = 300;

/** Source maps are untrusted: these fields may hold anything. */
const Source = z.object({
  source: z.string(),
  line: z.int(),
  column: z.int(),
  name: z.nullable(z.string()),
});

/** Finds places in the source. Runs in a process of its own. */
export async function findSources({ path, places }: MappingRequest): Promise<MappingAnswer> {
  const archive = await open(path, 'r');
  try {
    const { files } = await readDirectory(archive, DEFAULT_ARCHIVE_LIMITS);
    const maps = new Map<string, TraceMap | MapProblem | undefined>();
    const answer: MappingAnswer = { sources: [] };
    for (const { file, line, column } of places) {
      const name = mapName(file);
      if (!maps.has(name)) maps.set(name, await readMap(archive, files, name));
      const found = sourceAt(maps.get(name), line, column);
      if (typeof found === 'string') answer.problem ??= found;
      answer.sources.push(typeof found === 'string' ? null : found);
    }
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { sources: [], problem: 'broken' };
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
): Promise<TraceMap | MapProblem | undefined> {
  const entry = files.find(({ path }) => path === name || path.endsWith(`/${name}`));
  if (!entry) return undefined;
  if (entry.size > MAX_MAP_BYTES) return 'too-large';
  const chunks: Buffer[] = [];
  for await (const chunk of entryContent(archive, entry)) chunks.push(chunk);
  try {
    return new TraceMap(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return 'broken';
  }
}

function sourceAt(
  map: TraceMap | MapProblem | undefined,
  line: number,
  column: number,
): CrashFrame['source'] | MapProblem | null {
  if (map === undefined) return null;
  if (typeof map === 'string') return map;
  try {
    // Stacks count columns from 1.
    const found = originalPositionFor(map, { line, column: Math.max(0, column - 1) });
    if (found.source === null) return null;
    const { source, name, ...place } = Source.parse({ ...found, column: found.column + 1 });
    return {
      file: source.slice(-MAX_TEXT),
      line: place.line,
      column: place.column,
      ...(name !== null && { name: name.slice(0, MAX_TEXT) }),
    };
  } catch {
    return 'broken';
  }
}
