import { describe, expect, it } from 'vitest';

import { manyRows } from './manyRows.ts';

describe('many rows on PostgreSQL', () => {
  it('of an INSERT become one statement with as many tuples', () => {
    const sql = 'INSERT INTO t (a, b) VALUES (?, ?) ON CONFLICT DO NOTHING';
    const rows = [
      [1, 'x'],
      [2, 'y'],
    ];
    expect(manyRows(sql, rows)).toEqual([
      {
        text: 'INSERT INTO t (a, b) VALUES (?, ?), (?, ?) ON CONFLICT DO NOTHING',
        parameters: [1, 'x', 2, 'y'],
      },
    ]);
  });

  it('of an INSERT are split where the server counts no further', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => [index]);
    const statements = manyRows('INSERT INTO t (a) VALUES (?)', rows);
    expect(statements).toHaveLength(2);
    expect(statements.flatMap(({ parameters }) => parameters)).toHaveLength(100_000);
    for (const { parameters } of statements) expect(parameters.length).toBeLessThan(65_536);
  });

  it('of anything else stay statements of their own', () => {
    const update = 'UPDATE t SET a = ? WHERE b = ?';
    expect(manyRows(update, [[1, 2]])).toEqual([{ text: update, parameters: [1, 2] }]);
    const mixed = `INSERT INTO t (a, b) VALUES (?, 'x') ON CONFLICT (a) DO UPDATE SET b = ?`;
    expect(manyRows(mixed, [[1, 'y']])).toEqual([{ text: mixed, parameters: [1, 'y'] }]);
  });

  it('of none are no statement', () => {
    expect(manyRows('INSERT INTO t (a) VALUES (?)', [])).toEqual([]);
  });
});
