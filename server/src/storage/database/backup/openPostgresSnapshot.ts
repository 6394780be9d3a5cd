import { ConfigError } from '../../../errors/ConfigError.ts';
import type { AppliedMigration, Snapshot, TableShape } from './Snapshot.types.ts';
import type { SqlValue } from '../Database.types.ts';
import { connectAlone } from './connectAlone.ts';

const ROWS_AT_ONCE = 1000;

/** Opens a snapshot of PostgreSQL: a single transaction, which does not see later commits. */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = await connectAlone(url);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const all = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows;
    const columns = await all<{ table: string; column: string; sequence: string | null }>(
      `SELECT c.table_name AS table, c.column_name AS column,
          pg_get_serial_sequence(format('%I.%I', c.table_schema, c.table_name), c.column_name) AS sequence
        FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
        ORDER BY c.table_name COLLATE "C", c.ordinal_position`,
    );
    const tables = new Map<string, string[]>();
    const lastIds: Record<string, number> = {};
    for (const { table, column, sequence } of columns) {
      tables.set(table, [...(tables.get(table) ?? []), column]);
      if (sequence === null) continue;
      const [at] = await all<{ last: number }>(
        `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM ${sequence}`,
      );
      lastIds[table] = at!.last;
    }
    if (!tables.delete('schema_migrations')) {
      throw new ConfigError(['The database at DATABASE_URL holds no data of a server']);
    }
    return {
      migrations: await all<AppliedMigration>('SELECT id, name FROM schema_migrations ORDER BY id'),
      tables: [...tables].map(([name, names]): TableShape => ({ name, columns: names })),
      lastIds,
      async *rows({ name, columns: wanted }) {
        await client.query(
          `DECLARE rows_of_table CURSOR FOR SELECT ${wanted.join(', ')} FROM ${name}`,
        );
        for (;;) {
          const text = `FETCH ${ROWS_AT_ONCE} FROM rows_of_table`;
          const { rows } = await client.query<SqlValue[]>({ text, rowMode: 'array' });
          if (rows.length > 0) yield rows;
          if (rows.length < ROWS_AT_ONCE) break;
        }
        await client.query('CLOSE rows_of_table');
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}
