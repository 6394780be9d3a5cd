import { describe, expect, it } from 'vitest';

import { sqlViolations } from './sqlViolations.ts';

const violationsIn = (text: string, path = 'src/push/a.ts') =>
  sqlViolations([{ path, text }], ['people/sections.ts']);

describe('the rule that SQL stands in files of rows', () => {
  it.each([
    `await db.get('SELECT last FROM push_clock');`,
    'await db.all(`SELECT id, name',
    `'SELECT DISTINCT topic FROM subscriptions'`,
    `'SELECT COUNT(*) AS count FROM devices'`,
    `'SELECT * FROM devices'`,
    'await tx.run(`INSERT INTO devices (id) VALUES (?)`);',
    `await tx.run('UPDATE devices SET node = NULL');`,
    'const sql = `DELETE FROM ${table}`; tx.run("DELETE FROM devices");',
  ])('finds %s', (line) => {
    expect(violationsIn(`\n${line}`)).toEqual(['push/a.ts:2 has SQL: put it into a file of rows.']);
    expect(violationsIn(line, 'src/push/deviceRows.ts')).toEqual([]);
    expect(violationsIn(line, 'src/storage/database/a.ts')).toEqual([]);
    expect(violationsIn(line, 'src/push/a.test.ts')).toEqual([]);
    expect(violationsIn(line, 'src/people/sections.ts')).toEqual([]);
  });

  it('lets comments and words be', () => {
    expect(
      violationsIn(
        '// Like SELECT id FROM devices.\nconst why = "Select a device, or delete from the list.";',
      ),
    ).toEqual([]);
  });
});
