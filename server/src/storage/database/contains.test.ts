import { describe, expect, it } from 'vitest';

import { testEngines } from '../../testing/testEngines.ts';
import { contains } from './contains.ts';

describe.each(testEngines())('a search for a part of a text ($name)', (engine) => {
  it('finds it whatever its case, in letters beyond ASCII, too, and takes no sign for a placeholder', async () => {
    const place = await engine.createPlace();
    const db = await place.open();
    const found = async (value: string, text: string | undefined) => {
      const { condition, patterns } = contains(['name', 'note'], text);
      const rows = await db.all(
        `SELECT 1 AS found FROM (SELECT CAST(? AS TEXT) AS name, 'none' AS note) texts WHERE ${condition}`,
        value,
        ...patterns,
      );
      return rows.length > 0;
    };
    for (const [value, text] of [
      ['Tea and Coffee', 'COFFEE'],
      ['Die Änderung fehlt', 'änderung'],
      ['Die Änderung fehlt', 'Änderung'],
      ['ÄNDERUNG', 'Änderung'],
      ['Привет, мир', 'привет'],
      ['100 % tea!', '0 % t'],
      ['anything', ''],
      ['anything', undefined],
    ] as const) {
      expect([value, text, await found(value, text)]).toEqual([value, text, true]);
    }
    for (const [value, text] of [
      ['Tea', 'coffee'],
      ['100 tea', '0 % t'],
      ['Änderung', 'Ordnung'],
    ] as const) {
      expect([value, text, await found(value, text)]).toEqual([value, text, false]);
    }
    await db.close();
    await place.remove();
  });
});
