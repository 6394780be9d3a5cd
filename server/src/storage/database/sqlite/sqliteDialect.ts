import type { Dialect } from '../Dialect.types.ts';

export const sqliteDialect: Dialect = {
  text: 'TEXT',
  autoId: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  // With any other type the engine would keep a second B-tree.
  givenId: 'INTEGER PRIMARY KEY',
  byKey: 'WITHOUT ROWID',
  unlogged: '',
  forbidChanges: (table) =>
    ['UPDATE', 'DELETE'].map(
      (verb) =>
        `CREATE TRIGGER ${table}_no_${verb.toLowerCase()} BEFORE ${verb} ON ${table}
          BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END`,
    ),
};
