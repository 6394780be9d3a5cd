import type { Database } from '../Database.types.ts';

const OPERATIONS = ['INSERT', 'UPDATE', 'DELETE'] as const;

const TABLES = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  postgres: `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
};

/** Counts the rows that are written from now on, in all tables, by anybody. Returns a function that returns their number. */
export async function countRowWrites(db: Database): Promise<() => Promise<number>> {
  const tables = await db.all<{ name: string }>(TABLES[db.engine]);
  const add = 'UPDATE row_writes SET count = count + 1;';
  const isPostgres = db.engine === 'postgres';
  const act = isPostgres ? 'EXECUTE FUNCTION count_row()' : `BEGIN ${add} END`;
  await db.transaction(async (tx) => {
    await tx.run('CREATE TABLE row_writes (count BIGINT NOT NULL)');
    await tx.run('INSERT INTO row_writes (count) VALUES (0)');
    if (isPostgres) {
      await tx.run(
        `CREATE FUNCTION count_row() RETURNS trigger LANGUAGE plpgsql
          AS $$ BEGIN ${add} RETURN NULL; END $$`,
      );
    }
    for (const { name } of tables) {
      for (const operation of OPERATIONS) {
        const trigger = `count_${operation.toLowerCase()}_of_${name}`;
        await tx.run(`CREATE TRIGGER ${trigger} AFTER ${operation} ON ${name} FOR EACH ROW ${act}`);
      }
    }
  });
  return async () => (await db.get<{ count: number }>('SELECT count FROM row_writes'))!.count;
}
