import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { ArtifactFile, LIMITS } from '@host/contracts';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';

import { inspectArchive } from './inspectArchive.ts';
import { hostileArchives } from './testing/hostileArchives.ts';
import { rawZip } from './testing/rawZip.ts';
import { refusalOf } from './testing/refusalOf.ts';
import { saveArchive } from './testing/saveArchive.ts';
import { zipFiles } from './testing/zipFiles.ts';

const MB = 1024 * 1024;

describe('an honest archive', () => {
  it('gives each file with size and digests, sorted by path, without folders', async () => {
    const archive = new ZipFile();
    archive.addBuffer(Buffer.from('zebra'), 'z.js');
    archive.addEmptyDirectory('assets/');
    archive.addBuffer(Buffer.from('png'), 'assets/a.png', { compress: false });
    archive.addBuffer(Buffer.alloc(0), 'Z.txt');
    archive.end();

    const files = await inspectArchive(await saveArchive(await buffer(archive.outputStream)));

    expect(files.map((file) => [file.path, file.size])).toEqual([
      ['Z.txt', 0],
      ['assets/a.png', 3],
      ['z.js', 5],
    ]);
    expect(files.at(-1)).toEqual({
      path: 'z.js',
      size: 5,
      sha256: createHash('sha256').update('zebra').digest('hex'),
      integrity: `sha384-${createHash('sha384').update('zebra').digest('base64')}`,
    });
    expect(files.every((file) => ArtifactFile.safeParse(file).success)).toBe(true);
  });

  it('may have its sizes behind the data, as tools write it that stream', async () => {
    const archive = new ZipFile();
    const content = Buffer.alloc(300_000, 'streamed ');
    archive.addReadStream(Readable.from([content]), 'a.js');
    archive.addReadStream(Readable.from([content]), 'b.js', { forceZip64Format: true });
    archive.end();

    const files = await inspectArchive(await saveArchive(await buffer(archive.outputStream)));

    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(files).toMatchObject([
      { path: 'a.js', size: 300_000, sha256 },
      { path: 'b.js', size: 300_000, sha256 },
    ]);
  });

  it('may leave its sizes to a zip64 field, as tools write it that do not know them yet', async () => {
    const extra = Buffer.alloc(20);
    extra.set([1, 0, 16, 0, 1]);
    extra[12] = 3;
    const unknown = { size: 0xffffffff, compressedSize: 0xffffffff, extra };
    const path = await saveArchive(rawZip([{ name: 'a.js', content: 'a', local: unknown }]));

    expect(await inspectArchive(path)).toMatchObject([{ path: 'a.js', size: 1 }]);
  });

  it('may be empty', async () => {
    expect(await inspectArchive(await saveArchive(rawZip([])))).toEqual([]);
  });
});

describe('a hostile archive', () => {
  const archives = hostileArchives();

  it.each(archives)('is refused for $what', async ({ archive, code, named }) => {
    const error = await refusalOf(inspectArchive(await saveArchive(archive)));

    expect(error.message).toContain(named);
    expect(error.message.length).toBeLessThan(1000);
    expect(error).toMatchObject({ code, status: 422 });
  });

  it.each(archives)('passes without $what', async ({ harmless }) => {
    await expect(inspectArchive(await saveArchive(harmless))).resolves.toBeInstanceOf(Array);
  });

  it.each([
    [true, 'rejects'],
    [false, 'resolves'],
  ] as const)('is told by a zip64 end record (%s: %s)', async (forceZip64Format, outcome) => {
    const archive = new ZipFile();
    archive.addBuffer(Buffer.from('a'), 'a.js');
    archive.end({ forceZip64Format });
    const path = await saveArchive(await buffer(archive.outputStream));
    await expect(inspectArchive(path))[outcome].toBeDefined();
  });

  it('is told apart from a file that cannot be opened', async () => {
    await expect(inspectArchive('/nowhere/upload.zip')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('the limits', () => {
  const limits = { ...LIMITS, archiveFiles: 2, archivePathLength: 4, unpackedBytes: 10 };
  const ten = { a: '01234', b: '56789' };

  it.each([
    ['number of files', { a: '', b: '' }, { a: '', b: '', c: '' }, 'artifact-too-large', '"c"'],
    ['length of a path', { abcd: '' }, { abcde: '' }, 'artifact-unsafe-name', '"abcde"'],
    ['bytes in all', ten, { ...ten, b: '567890' }, 'artifact-too-large', '"b"'],
  ])('hold for the %s, up to the last one', async (_, fitting, passing, code, named) => {
    const fits = await saveArchive(await zipFiles(fitting));
    await expect(inspectArchive(fits, limits)).resolves.toHaveLength(Object.keys(fitting).length);

    const error = await refusalOf(
      inspectArchive(await saveArchive(await zipFiles(passing)), limits),
    );
    expect(error.code).toBe(code);
    expect(error.message).toContain(named);
  });

  it('let a file expand as far as the ratio allows, and not further', async () => {
    const path = await saveArchive(await zipFiles({ 'zeros.bin': Buffer.alloc(2 * MB) }));

    await expect(inspectArchive(path, { ...LIMITS, expansionRatio: 1100 })).resolves.toHaveLength(
      1,
    );
    expect(await refusalOf(inspectArchive(path))).toMatchObject({ code: 'artifact-too-large' });
  });
});
