import type { Dialect } from '../Dialect.types.ts';

export const sqliteDialect: Dialect = {
  text: 'TEXT',
  autoId: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  // Any other word for the type, or none at the end of the table, makes the engine keep two trees in the place of one.
  givenId: 'INTEGER PRIMARY KEY',
  byKey: 'WITHOUT ROWID',
  forbidChanges: (table) =>
    ['UPDATE', 'DELETE'].map(
      (verb) =>
        `CREATE TRIGGER ${table}_no_${verb.toLowerCase()} BEFORE ${verb} ON ${table}
          BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END`,
    ),
};
