/** One statement of the interface: where it is kept, and the tests that show it. */
export interface TableRow {
  line: number;
  statement: string;
  /** Paths, relative to the repository. */
  where: string[];
  /** Names of tests; empty when the cell holds none. */
  tests: string[];
  isPlanned: boolean;
}

const COLUMNS = ['statement', 'where', 'test'];

/** Reads every table with the columns `statement | where | test` of a Markdown text. */
export function parseTable(markdown: string): TableRow[] {
  const rows: TableRow[] = [];
  let isInTable = false;
  for (const [index, line] of markdown.split('\n').entries()) {
    const cells = cellsOf(line);
    if (cells === undefined) isInTable = false;
    else if (isHeader(cells)) isInTable = true;
    else if (isInTable && !isRule(cells)) rows.push(rowOf(index + 1, cells));
  }
  return rows;
}

function cellsOf(line: string): string[] | undefined {
  const [, inner] = /^\s*\|(.*)\|\s*$/.exec(line) ?? [];
  return inner?.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function isHeader(cells: string[]): boolean {
  return COLUMNS.every((name, index) => cells[index]?.toLowerCase() === name);
}

function isRule(cells: string[]): boolean {
  return cells.every((cell) => /^:?-+:?$/.test(cell));
}

function rowOf(line: number, [statement = '', where = '', test = '']: string[]): TableRow {
  return {
    line,
    statement,
    where: pathsIn(where),
    tests: codeIn(test),
    isPlanned: test === 'planned',
  };
}

// Paths may stand with or without backticks; a dash stands for none.
function pathsIn(cell: string): string[] {
  const code = codeIn(cell);
  const words = code.length > 0 ? code : cell.split(/[\s,]+/);
  return words.filter((word) => /[\w/]/.test(word));
}

// A text that holds a backtick stands between two of them: ``a `b` c``.
function codeIn(cell: string): string[] {
  return [...cell.matchAll(/(`+)(.+?)(?<!`)\1(?!`)/g)].map(([, , code]) => code?.trim() ?? '');
}
