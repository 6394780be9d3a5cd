import { randomBytes } from 'node:crypto';

import type { HostileArchive } from './HostileArchive.ts';
import { hostileNames } from './hostileNames.ts';
import { hostileStructures } from './hostileStructures.ts';
import { rawZip, type RawEntry } from './rawZip.ts';

const MB = 1024 * 1024;

/** Every way to attack by an archive that we know of; all are refused with the platform's own limits. */
export function hostileArchives(): HostileArchive[] {
  return [...hostileNames(), ...hostileStructures(), ...hostileKinds(), ...bombs()];
}

function hostileKinds(): HostileArchive[] {
  const file = { name: 'index.bundle', content: '/etc/passwd' };
  const named = '"index.bundle" in the archive';
  const folder = { name: 'assets/', method: 0, mode: 0o040755 };
  return [
    special('a symbolic link', `${named} is a link`, { ...file, mode: 0o120777 }, file),
    special('a link named as a folder', '"assets" in', { ...folder, mode: 0o120777 }, folder),
    special('a named pipe', named, { ...file, mode: 0o010644 }, { ...file, mode: 0o100777 }),
    special('a character device', named, { ...file, mode: 0o020644 }, file),
    special('a block device', named, { ...file, mode: 0o060644 }, file),
    special('a socket', named, { ...file, mode: 0o140644 }, { ...file, mode: 0 }),
    special('a file typed as a folder', named, { ...file, mode: 0o040755 }, { ...folder, mode: 0 }),
    special(
      'a Windows reparse point',
      `${named} is a link`,
      { ...file, directory: { attributes: 0x420 } },
      { ...file, directory: { attributes: 0x20 } },
    ),
  ];
}

function special(what: string, named: string, entry: RawEntry, harmless: RawEntry): HostileArchive {
  return {
    what,
    code: 'artifact-link',
    named,
    archive: rawZip([entry]),
    harmless: rawZip([harmless]),
  };
}

function bombs(): HostileArchive[] {
  return [
    bomb(
      'a file that expands a thousandfold beside one that does not',
      '"0.js" in the archive unpacks to over 100 times',
      [{ name: 'noise.bin', content: randomBytes(MB) }, zeros(0, 24 * MB)],
      [{ name: 'noise.bin', content: randomBytes(MB) }, zeros(0, MB)],
    ),
    bomb(
      'small files that expand a thousandfold together',
      'takes the unpacked archive over 100 times',
      many(24, (index) => zeros(index, MB)),
      many(10, (index) => zeros(index, MB / 10)),
    ),
    bomb(
      'more than 2000 files',
      '"2000.js"',
      many(2001, (index) => ({ name: `${index}.js` })),
      many(2000, (index) => ({ name: `${index}.js` })),
    ),
    bomb(
      'a few files that imply more than 2000 folders',
      '"25/25/',
      many(26, (index) => ({ name: `${`${index}/`.repeat(79)}x` })),
      many(26, (index) => ({ name: `${`${index}/`.repeat(75)}x` })),
    ),
    bomb(
      'more entries than files and folders together may be',
      'lists 4001 entries',
      many(4001, () => ({ name: 'assets/', method: 0, mode: 0o040755 })),
      many(4000, () => ({ name: 'assets/', method: 0, mode: 0o040755 })),
    ),
  ];
}

function bomb(
  what: string,
  named: string,
  hostile: RawEntry[],
  harmless: RawEntry[],
): HostileArchive {
  return {
    what,
    code: 'artifact-too-large',
    named,
    archive: rawZip(hostile),
    harmless: rawZip(harmless),
  };
}

function many(count: number, entry: (index: number) => RawEntry): RawEntry[] {
  return Array.from({ length: count }, (_, index) => entry(index));
}

function zeros(index: number, bytes: number): RawEntry {
  return { name: `${index}.js`, content: Buffer.alloc(bytes) };
}
