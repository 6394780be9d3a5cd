import { describe, expect, it } from 'vitest';

import {
  type UploadName,
  UPLOADS,
  encodedKey,
  iconKey,
  uploadKey,
  webFileKey,
} from '../../hosting/records/artifactKeys.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { OBJECTS } from './objectInventory.ts';
import { TABLES } from './tableInventory.ts';

const COLUMNS = {
  sqlite: `SELECT tables.name AS "table", columns.name AS "column"
    FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'`,
  postgres: `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = current_schema()`,
};

/** What a column with the id of a person is called, wherever there is one. */
const PERSON_COLUMN = /^(person|owner|account|user)_id$/;

describe.each(testEngines())('the inventory of data ($name)', (engine) => {
  it('names every table with its bound and its retention, and every column that holds a person', async () => {
    const place = await engine.createPlace();
    const db = await place.open();
    const columns = await db.all<{ table: string; column: string }>(COLUMNS[db.engine]);
    await db.close();
    await place.remove();

    const declared = TABLES.map(({ table }) => table);
    expect(declared.toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted());
    expect(new Set(declared).size).toBe(declared.length);
    for (const { table, personColumns, ...texts } of TABLES) {
      const own = columns.filter((each) => each.table === table).map(({ column }) => column);
      expect(own, table).toEqual(expect.arrayContaining([...personColumns]));
      const undeclared = own.filter((name) => PERSON_COLUMN.test(name));
      expect(personColumns, table).toEqual(expect.arrayContaining(undeclared));
      expect(Object.values(texts), table).not.toContain('');
    }
  });
});

describe('the inventory of objects', () => {
  it('names every prefix that a key is made with', () => {
    const keys = [
      ...(Object.keys(UPLOADS) as UploadName[]).map((name) =>
        uploadKey('com.acme.x', '1.0.0', name),
      ),
      webFileKey('com.acme.x', '1.0.0', 'index.html'),
      iconKey('com.acme.x.png'),
      encodedKey({ sha256: 'abc', encodings: { br: 1 } }, 'br'),
    ];
    const undeclared = keys.filter((key) => !OBJECTS.some(({ prefix }) => key.startsWith(prefix)));
    expect(undeclared).toEqual([]);
  });
});
