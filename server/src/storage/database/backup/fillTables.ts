import type { Queries } from '../Database.types.ts';
import type { Dialect } from '../Dialect.types.ts';
import { migrate } from '../migrate.ts';
import { migrations as allMigrations } from '../migrations/migrations.ts';
import type { Content } from './Snapshot.types.ts';

/** More ids than a server assigns between a backup and its restore. */
export const SKIPPED_IDS = 1_000_000;

const NAME = /^[a-z][a-z0-9_]*$/;

/** Creates the schema of the content, and fills it. Rejects unless every table has the expected number of rows. */
export async function fillTables(
  tx: Queries,
  content: Content,
  engine: {
    dialect: Dialect;
    insertOption: string;
    order(tables: Content['tables']): Promise<Content['tables']>;
  },
): Promise<void> {
  await migrate(tx, engine.dialect, historyOf(content));
  for (const { name, columns } of content.tables) assertNames([name, ...columns]);
  const tables = await engine.order(content.tables);
  // Migrations insert rows into some tables, which the content contains as well.
  for (const { name } of tables.toReversed()) await tx.run(`DELETE FROM ${name}`);
  for (const table of tables) {
    const places = table.columns.map(() => '?').join(', ');
    const insert = `INSERT INTO ${table.name} (${table.columns.join(', ')}) ${engine.insertOption} VALUES (${places})`;
    for await (const rows of content.rows(table)) await tx.runMany(insert, rows);
    const { count } = (await tx.get<{ count: number }>(
      `SELECT count(*) AS count FROM ${table.name}`,
    ))!;
    if (count !== table.rows) {
      throw new Error(`The table ${table.name} has ${count} rows, and the backup ${table.rows}.`);
    }
  }
}

/** The migrations of this server up to those of the content. */
function historyOf({ migrations }: Content): typeof allMigrations {
  for (const [index, { id, name }] of migrations.entries()) {
    const known = allMigrations[index];
    if (known?.id === id && known.name === name) continue;
    throw new Error(
      known === undefined
        ? `The backup is of a newer server (migration ${id} "${name}"). Restore it with that version.`
        : `The backup has migration ${id} "${name}" where this server expects ${known.id} "${known.name}". It belongs to another program or branch.`,
    );
  }
  return allMigrations.slice(0, migrations.length);
}

/** Guards against injection: names come from a file and go into statements. */
function assertNames(names: readonly string[]): void {
  const wrong = names.find((name) => !NAME.test(name));
  if (wrong !== undefined)
    throw new Error(`The backup names "${wrong}", which is no table or column.`);
}
