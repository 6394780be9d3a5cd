import { createRequire } from 'node:module';

type SqliteModule = typeof import('@photostructure/sqlite');
export type SqliteConnection = InstanceType<SqliteModule['DatabaseSync']>;

/** Opens a connection with the built-in engine where Node has it, else with the package that has the same API. */
export function openSqlite(path: string): SqliteConnection {
  const { DatabaseSync } = sqliteModule();
  const connection = new DatabaseSync(path);
  // FULL: a commit is on disk before it is acknowledged. The engine's default for WAL loses the last ones in a power cut.
  connection.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON',
  );
  return connection;
}

function sqliteModule(): SqliteModule {
  const builtIn = process.getBuiltinModule?.('node:sqlite' as 'node:module') as unknown as
    | SqliteModule
    | undefined;
  // The first versions of it give no rows as lists, which is the fast way.
  if (builtIn && 'setReturnArrays' in builtIn.StatementSync.prototype) return builtIn;
  return createRequire(import.meta.url)('@photostructure/sqlite') as SqliteModule;
}
