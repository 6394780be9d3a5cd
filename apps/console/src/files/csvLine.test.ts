import { expect, it } from 'vitest';

import { parseCsv } from '../documents/parseCsv.ts';
import { csvLine, unmarked } from './csvLine.ts';

const FORMULA = /^[=+\-@＝＋－＠]/;

it.each([
  [['a', 1, undefined, -2.5], 'a,1,,-2.5\r\n'],
  [['say "hi", please', 'two\nlines'], '"say ""hi"", please","two\nlines"\r\n'],
  [["=HYPERLINK('https://evil.example')"], "'=HYPERLINK('https://evil.example')\r\n"],
  [['+1', '-1', '@a', '\tb'], `'+1,'-1,'@a,"\tb"\r\n`],
  [['＝1+1', '＋1', '－1', '＠a'], "'＝1+1,'＋1,'－1,'＠a\r\n"],
  [["'=1", "it's"], "''=1,it's\r\n"],
  [['\r=1', '\n=1', '\t=1', ' =1'], `"\r'=1","\n'=1","\t'=1", '=1\r\n`],
  [['a=1', 'a, =1', 'a - b'], 'a=1,"a, =1",a - b\r\n'],
  [['a\n=1', 'a;=1', 'a\t@b', 'a; b'], `"a\n'=1","a;'=1","a\t'@b","a; b"\r\n`],
  [['a;"=1'], `"a;""'=1"\r\n`],
  [['=a,"b"'], '"\'=a,""b"""\r\n'],
])('%j is the line %j', (values, line) => {
  expect(csvLine(values)).toBe(line);
});

it.each([
  '=1',
  "'=1",
  "''@a",
  '-1',
  "it's",
  "'quoted'",
  '',
  ' =1',
  'a;=1',
  "a\n'+1",
  ';\t"=1',
  "''",
])('%j is the same again when it is read', (text) => {
  const parsed = parseCsv(`head,other\r\n${csvLine([text, 'x'])}`);
  const cell = 'records' in parsed ? parsed.records[1]?.cells[0] : undefined;
  expect(unmarked(cell ?? '')).toBe(text);
});

it.each([',', ';', '\t'])('no text is a formula where %j stands between cells', (separator) => {
  const before = [
    '',
    'a',
    ...[',', ';', '\t', '\r', '\n', ' ', '"', ';"', '; ""', ';\t'].flatMap((part) => [
      part,
      `a${part}`,
    ]),
  ];
  const texts = before.flatMap((part) =>
    ['=1', '+1', '-1', '@a', '＝1'].map((text) => part + text),
  );
  const lines = texts.flatMap((text) => [
    csvLine([text]),
    csvLine(['b', text, 3]),
    csvLine([text, text]),
  ]);
  for (const line of lines) {
    const parsed = parseCsv(`head${separator.repeat(9)}\n${line}`);
    if (!('records' in parsed)) continue;
    const cells = parsed.records.flatMap((record) => record.cells.map((cell) => cell.trim()));
    expect(
      cells.filter((cell) => FORMULA.test(cell)),
      line,
    ).toEqual([]);
  }
});

// The same said in the shortest way, which takes the square of the time where there are many blanks.
const TO_MARK = /(?<=(?:^|[;\t\r\n])["\s]*)(?='*[=+\-@＝＋－＠])/g;
const MARKED = /(?<=(?:^|[;\t\r\n])["\s]*)'(?='*[=+\-@＝＋－＠])/g;

/** Whether a text is written and read another way than by these. */
function differs(text: string): boolean {
  const marked = text.replaceAll(TO_MARK, "'");
  const cell = /[",;\t\r\n]/.test(marked) ? `"${marked.replaceAll('"', '""')}"` : marked;
  return (
    csvLine([text]) !== `${cell}\r\n` ||
    unmarked(text) !== text.replaceAll(MARKED, '') ||
    unmarked(marked) !== text
  );
}

it('marks every formula and nothing else, in each text of up to five of these characters', () => {
  const characters = ['a', '=', "'", '"', ' ', ';', '\n'];
  let texts = [''];
  for (let length = 1; length <= 5; length++) {
    texts = texts.flatMap((text) => characters.map((character) => text + character));
    expect(texts.filter(differs)).toEqual([]);
  }
});

it('marks what stands behind a character that is stripped, of all characters', () => {
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  expect(characters.filter((character) => differs(`${character}=1`))).toEqual([]);
});

// Strangers make up what stands in a cell. If it looked back from each character over those before, this would take minutes.
it.each([' ', '"', '\t', '\n', ';', "'", "\n'", '\u00A0', '="'])(
  'a cell that is full of %j is written and read at once',
  (filling) => {
    const text = `a${filling.repeat(1_000_000)}`;
    expect(csvLine([text]).length).toBeGreaterThan(text.length);
    expect(unmarked(text)).toBe(text);
  },
);
