/** One record of a CSV file, and the line of the file on which it begins. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** What stands between cells: commas, semicolons where a comma is part of numbers, tabs where it was copied from a sheet. */
const SEPARATORS = [',', ';', '\t'];

/** The records of a CSV file (RFC 4180) without those that are empty, or the line of a quote that is never closed. */
export function parseCsv(text: string): { records: CsvRecord[] } | { openLine: number } {
  const source = text.replaceAll(/\r\n?/g, '\n');
  const separator = separatorOf(source.split('\n', 1)[0]!);
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let firstLine = 1;
  let quotedSince = 1;
  const endRecord = () => {
    cells.push(cell);
    if (cells.some((each) => each !== '')) records.push({ line: firstLine, cells });
    cells = [];
    cell = '';
  };
  for (let at = 0; at < source.length; at++) {
    const character = source[at]!;
    if (character === '\n') line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') {
      isQuoted = true;
      quotedSince = line;
    } else if (character === separator) {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') {
      endRecord();
      firstLine = line;
    } else cell += character;
  }
  if (isQuoted) return { openLine: quotedSince };
  endRecord();
  return { records };
}

function separatorOf(head: string): string {
  const counted = SEPARATORS.map((each) => [each, head.split(each).length] as const);
  return counted.toSorted(([, one], [, other]) => other - one)[0]![0];
}
