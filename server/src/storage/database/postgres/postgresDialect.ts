import type { Dialect } from '../Dialect.types.ts';

export const postgresDialect: Dialect = {
  text: 'TEXT COLLATE "C"',
  autoId: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  givenId: 'BIGINT PRIMARY KEY',
  byKey: '',
  unlogged: 'UNLOGGED',
  forbidChanges: (table) => [
    `CREATE FUNCTION ${table}_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION '${table} is append-only'; END $$`,
    `CREATE TRIGGER ${table}_no_change BEFORE UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ${table}_is_append_only()`,
    `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION ${table}_is_append_only()`,
  ],
};
