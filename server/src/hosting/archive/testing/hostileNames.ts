import { crc32 } from 'node:zlib';

import type { HostileArchive } from './HostileArchive.ts';
import { rawZip } from './rawZip.ts';

type Name = string | Buffer;

/** Archives with names that must not be unpacked; the second list of each is harmless. */
export function hostileNames(): HostileArchive[] {
  return [
    ...NAMES.map(([what, hostile, harmless, named]) => ({
      what,
      code: 'artifact-unsafe-name' as const,
      named: named ?? `"${hostile.at(-1)?.toString()}"`,
      archive: ofNames(hostile),
      harmless: ofNames(harmless),
    })),
    {
      what: 'a second name in an extra field',
      code: 'artifact-unsafe-name',
      named: '"index.bundle"',
      archive: withUnicodePath('../index.bundle'),
      harmless: withUnicodePath('index.bundle'),
    },
    {
      what: 'a second name in an extra field of its own header alone',
      code: 'artifact-unsafe-name',
      named: '"index.bundle"',
      archive: withUnicodePath('../index.bundle', 'local'),
      harmless: withUnicodePath('index.bundle', 'local'),
    },
  ];
}

const NAMES: readonly (readonly [string, readonly Name[], readonly Name[], string?])[] = [
  ['a name that begins with ..', ['../evil.js'], ['..evil.js']],
  ['.. inside of a name', ['a/../../evil.js'], ['a/..b/evil.js']],
  ['a name that ends with ..', ['a/..'], ['a/..b']],
  ['a folder that is ..', ['../'], ['..a/'], '".."'],
  [
    'an absolute name',
    ['/etc/passwd'],
    ['etc/passwd'],
    '"/etc/passwd" in the archive has an absolute',
  ],
  ['the root as a name', ['/'], ['a/']],
  ['a backslash', ['a\\b.js'], ['a/b.js']],
  ['.. by backslashes', ['..\\evil.js'], ['..evil.js']],
  ['a drive letter', ['C:/evil.js'], ['C/evil.js']],
  ['a path relative to a drive', ['C:evil.js'], ['Cevil.js']],
  ['a Windows stream', ['a.js:hidden'], ['a.js.hidden']],
  ['a line break', ['a\nb.js'], ['a b.js'], '"a\\u{a}b.js"'],
  ['a terminal escape', ['a\u001b[2J.js'], ['a[2J.js'], '"a\\u{1b}[2J.js"'],
  ['a C1 control character', ['a\u0085.js'], ['a\u00a0.js'], '"a\\u{85}.js"'],
  ['a NUL', ['a.js\0.png'], ['a.js.png'], '"a.js\\u{0}.png"'],
  ['text turned around', ['a\u202egnp.js'], ['agnp.js'], '"a\\u{202e}gnp.js"'],
  ['an empty part', ['a//b.js'], ['a/b.js']],
  ['a part that is .', ['./a.js'], ['.a.js']],
  ['an empty name', [''], ['a'], '""'],
  ['a name that is not UTF-8', [Buffer.from([0x61, 0xff])], [Buffer.from([0x61, 0xc3, 0xbf])]],
  ['an overlong slash', [Buffer.from([0x2e, 0x2e, 0xc0, 0xaf])], ['..a'], '"..'],
  ['a name of 241 bytes', ['a'.repeat(241)], ['a'.repeat(240)], `"${'a'.repeat(80)}…"`],
  ['241 bytes in 121 characters', [`a${'é'.repeat(120)}`], ['é'.repeat(120)], '"aééé'],
  ['a name twice', ['a.js', 'a.js'], ['a.js', 'b.js']],
  ['names that differ by case', ['App.js', 'app.js'], ['App.js', 'apps.js']],
  ['folders that differ by case', ['Img/a.png', 'img/b.png'], ['img/a.png', 'img/b.png']],
  ['names that differ by ß', ['straße.js', 'STRASSE.js'], ['straße.js', 'STRASE.js']],
  ['names that differ by composition', ['\u00e9.js', 'e\u0301.js'], ['\u00e9.js', 'e.js']],
  ['names that differ by a ligature', ['\ufb01.js', 'fi.js'], ['\ufb01.js', 'fl.js']],
  ['names that differ by a typeface', ['\u{1d400}.js', 'a.js'], ['\u{1d400}.js', 'b.js']],
  ['a file that becomes a folder', ['a', 'a/b'], ['a', 'ab/c']],
  ['a folder that becomes a file', ['a/b', 'a'], ['a/b', 'ab']],
  ['a folder entry over a file', ['a', 'A/'], ['a', 'b/'], '"A"'],
  ['a trailing dot', ['a.'], ['a.b']],
  ['a folder with a trailing space', ['a /b'], ['a b/c']],
  ['a device', ['con'], ['console']],
  ['a device with an extension', ['img/NUL.tar.gz'], ['img/NULL.tar.gz']],
  ['a device as a folder', ['aux/a.js'], ['auxiliary/a.js']],
  ['a numbered device', ['COM1.js'], ['COM10.js']],
  ['a device with a superscript', ['lpt².js'], ['lptª.js']],
  // What these become under Unicode compatibility normalization, or in an old code page.
  ['.. and / in full width', ['．．／evil.js'], ['．evil.js']],
  ['.. in one character', ['‥/evil.js'], ['.a/evil.js']],
  ['a slash in full width', ['a／b.js'], ['a/b.js']],
  ['a backslash in full width', ['a＼b.js'], ['a/b.js']],
  ['a small backslash', ['a﹨b.js'], ['a/b.js']],
  ['a colon in full width', ['C：evil.js'], ['Cevil.js']],
  ['a character that unfolds to a slash', ['℅.js'], ['co.js']],
  ['a device in full width', ['ＣＯＮ.js'], ['ＣＯＮＳ.js']],
  ['a trailing dot in full width', ['a．'], ['a．b']],
  ['a trailing dot of another kind', ['a․'], ['a․b']],
  ['a part that ends with another space', ['a\u00a0/b'], ['a\u00a0b/c']],
  ['a division slash', ['..∕evil.js'], ['..evil.js']],
  ['a fraction slash', ['..⁄evil.js'], ['..evil.js']],
  ['a set minus', ['..∖evil.js'], ['..evil.js']],
  ['a mark that nobody sees', ['a\u034f.js'], ['a\u0301.js'], '"a'],
  ['a variation selector', ['a\ufe00.js'], ['a.js'], '"a'],
];

function ofNames(names: readonly Name[]): Buffer {
  return rawZip(
    names.map((name) => {
      const isFolder = name.toString().endsWith('/');
      return isFolder ? { name, method: 0, mode: 0o040755 } : { name, content: 'x' };
    }),
  );
}

function withUnicodePath(second: string, header: 'directory' | 'local' = 'directory'): Buffer {
  const name = 'index.bundle';
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(5 + second.length, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(crc32(name), 5);
  return rawZip([
    { name, content: 'x', [header]: { extra: Buffer.concat([field, Buffer.from(second)]) } },
  ]);
}
