import { readFile, writeFile } from 'node:fs/promises';

/**
 * Writes the table of characters that look like others, from Unicode's confusables.txt:
 *
 *   tsx scripts/generate-confusables.ts confusables.txt
 *
 * The file is at https://www.unicode.org/Public/security/latest/confusables.txt. Kept is what looks like Latin, Greek or
 * Cyrillic letters, digits or signs, and is not the same as these after NFKC anyway.
 */
const TARGET =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]+$/u;
const LINE = /^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/;
const PLACE = new URL('../server/src/text/confusables.ts', import.meta.url);

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('Name the file confusables.txt.');
const text = await readFile(source, 'utf8');
const version = /^# Version: (\S+)/m.exec(text)?.[1];

const sourcesOf = new Map<string, string[]>();
for (const line of text.split(/\r?\n/)) {
  const [, from, to] = LINE.exec(line) ?? [];
  if (from === undefined || to === undefined) continue;
  const target = charactersOf(to);
  if (!TARGET.test(target)) continue;
  const character = charactersOf(from);
  if (character.normalize('NFKC') !== character) continue;
  sourcesOf.set(to, [...(sourcesOf.get(to) ?? []), from]);
}
const lines = [...sourcesOf].map(([to, from]) => `${to}:${from.join(' ')}`.toLowerCase());
await writeFile(
  PLACE,
  `/**
 * Confusable characters: on every line the prototype's code points, and after the colon those that look like it. Generated
 * by scripts/generate-confusables.ts from Unicode ${version}, confusables.txt (© Unicode, Inc., Unicode License v3).
 */
export const CONFUSABLES = \`
${lines.join('\n')}
\`;
`,
);

function charactersOf(codePoints: string): string {
  return String.fromCodePoint(...codePoints.split(' ').map((each) => Number.parseInt(each, 16)));
}
