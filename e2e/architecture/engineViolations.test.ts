import { describe, expect, it } from 'vitest';

import { engineViolations } from './engineViolations.ts';

const violationsIn = (path: string, ...lines: string[]) =>
  engineViolations([{ path: `src/${path}`, text: lines.join('\n') }]);

describe('the rule that storage/ alone knows an engine', () => {
  it.each([
    [`if (this.#db.engine === 'sqlite') return;`, 'engine'],
    [`const sql = { postgres: 'SELECT 1' };`, 'postgres'],
    ['`JOIN jsonb_to_recordset(CAST(? AS JSONB)) AS given`', 'jsonb_to_recordset('],
    ['`SELECT value FROM json_each(?)`', 'json_each('],
    ['`WHERE id = ANY (?)`', 'ANY (?'],
    ['`ORDER BY id FOR NO KEY UPDATE`', 'FOR NO KEY UPDATE'],
    ['`LIMIT 1 FOR UPDATE SKIP LOCKED`', 'FOR UPDATE'],
    ['`SELECT ?::bigint`', '?::bigint'],
    ['`INSERT OR IGNORE INTO devices`', 'INSERT OR IGNORE'],
    ['`SELECT pg_notify(?, ?)`', 'pg_notify'],
    [`\`SELECT fields->>'name'\``, '->>'],
    ['`SELECT * FROM UNNEST(?)`', 'UNNEST('],
    ['`SELECT 1 FROM devices FOR SHARE`', 'FOR SHARE'],
    ['`LIMIT 1 SKIP LOCKED`', 'SKIP LOCKED'],
    ['`WHERE node IS DISTINCT FROM ?`', 'IS DISTINCT FROM'],
    ['`PRAGMA user_version`', 'PRAGMA'],
    ['`ORDER BY rowid`', 'rowid'],
    ['`JOIN LATERAL (SELECT 1) AS one`', 'LATERAL'],
    ['if (this.#db.isShared) this.#look();', 'isShared'],
    ['const { isShared } = db;', 'isShared'],
  ])('finds %s', (line, sign) => {
    expect(violationsIn('push/a.ts', '', line)).toEqual([
      `push/a.ts:2 says "${sign}", which only storage/ may.`,
    ]);
  });

  it('lets storage, what opens it, and tests know one', () => {
    const line = `if (db.engine === 'postgres') return;`;
    const paths = ['storage/database/a.ts', 'startServer.ts', 'config/a.ts', 'push/a.test.ts'];
    expect(paths.flatMap((path) => violationsIn(path, line))).toEqual([]);
  });

  it('lets one file ask whether others share the database, and none of those that open it', () => {
    const line = 'const live = db.isShared ? manyNodes : oneNode;';
    expect(violationsIn('chooseNodes.ts', line)).toEqual([]);
    expect(violationsIn('buildServer.ts', line)).toEqual([
      'buildServer.ts:1 says "isShared", which only storage/ may.',
    ]);
    expect(violationsIn('chooseNodes.ts', `if (db.engine === 'sqlite') return;`)).toEqual([]);
    expect(violationsIn('push/chooseNodes.ts', line)).toHaveLength(1);
  });

  it('lets comments speak of one', () => {
    expect(
      violationsIn(
        'push/a.ts',
        '// The embedded engine has one node.',
        '/** On PostgreSQL,\n * postgres locks FOR UPDATE. */',
        `const url = 'https://example.com'; // sqlite`,
      ),
    ).toEqual([]);
  });
});
