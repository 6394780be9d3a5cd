import type { Database } from '../storage/database/Database.types.ts';

/** Everything in a database, table by table: to search for data that must not be there. */
export async function dumpDatabase(db: Database): Promise<Record<string, object[]>> {
  const tables = await db.all<{ name: string }>(
    db.engine === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`
      : `SELECT table_name AS name FROM information_schema.tables
          WHERE table_schema = current_schema() ORDER BY table_name`,
  );
  const dump: Record<string, object[]> = {};
  for (const { name } of tables) dump[name] = await db.all(`SELECT * FROM ${name}`);
  return dump;
}
