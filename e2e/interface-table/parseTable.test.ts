import { describe, expect, it } from 'vitest';

import { parseTable, type TableRow } from './parseTable.ts';
import { tableViolations } from './tableViolations.ts';

describe('a table of statements', () => {
  it('is read by its columns, whatever other tables there are', () => {
    const markdown = [
      '| name | type |',
      '|---|---|',
      '| id | text |',
      '',
      '| Statement | Where | Test |',
      '|:--|---|--:|',
      '| `A \\| B` holds | `a.ts`, `b/` | `a holds` and `b holds` |',
      '| C holds | c.ts, d.ts | ``c says `hi` `` |',
      '| D will hold | — | planned |',
      '| E holds | | |',
      'The end.',
      '| no | more | rows |',
    ].join('\n');
    expect(parseTable(markdown)).toEqual([
      row({
        line: 7,
        statement: '`A | B` holds',
        where: ['a.ts', 'b/'],
        tests: ['a holds', 'b holds'],
      }),
      row({ line: 8, statement: 'C holds', where: ['c.ts', 'd.ts'], tests: ['c says `hi`'] }),
      row({ line: 9, statement: 'D will hold', isPlanned: true }),
      row({ line: 10, statement: 'E holds' }),
    ]);
  });

  it('is held against the files and the tests that there are', () => {
    const rows = [
      row({ line: 1, statement: 'A', where: ['a.ts'], tests: ['a holds'] }),
      row({ line: 2, statement: 'B', where: ['a.ts', 'gone.ts'], tests: ['a holds', 'gone'] }),
      row({ line: 3, statement: 'C', where: ['a.ts'] }),
      row({ line: 4, statement: 'D', isPlanned: true }),
      row({ line: 5, statement: 'E', where: ['later.ts'], isPlanned: true }),
      row({ line: 6, statement: 'F', where: ['a.ts'], tests: ['refuses %s'] }),
    ];
    const repository = {
      exists: (path: string) => path === 'a.ts',
      filesWith: (title: string) =>
        ({ 'a holds': ['a.test.ts'], 'refuses %s': ['a.test.ts', 'b.test.ts'] })[title] ?? [],
    };
    expect(tableViolations(rows, repository)).toEqual([
      'line 2 ("B"): gone.ts does not exist; write — for what is not built yet.',
      'line 2 ("B"): no test is called "gone".',
      'line 3 ("C"): name a test in backticks, or write planned for what is not built yet.',
      'line 5 ("E"): later.ts does not exist; write — for what is not built yet.',
      'line 6 ("F"): tests in a.test.ts, b.test.ts are called "refuses %s"; give the one that is meant a title of its own.',
    ]);
  });
});

function row(values: Partial<TableRow> & Pick<TableRow, 'line' | 'statement'>): TableRow {
  return { where: [], tests: [], isPlanned: false, ...values };
}
