import { createRequire } from 'node:module';

type SqliteModule = typeof import('@photostructure/sqlite');
export type SqliteConnection = InstanceType<SqliteModule['DatabaseSync']>;

/** Opens a connection with the built-in engine if Node has it, else with the package that has the same API. */
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
  const builtIn = quietly(
    () =>
      process.getBuiltinModule?.('node:sqlite' as 'node:module') as unknown as
        | SqliteModule
        | undefined,
  );
  // Its first versions cannot return rows as arrays, which is the fast way.
  if (builtIn && 'setReturnArrays' in builtIn.StatementSync.prototype) return builtIn;
  return createRequire(import.meta.url)('@photostructure/sqlite') as SqliteModule;
}

/** Node 22 warns in every process and thread that its engine is experimental: nothing that an operator could act on. */
function quietly<Value>(load: () => Value): Value {
  const before = Object.getOwnPropertyDescriptor(process, 'emitWarning')!;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    Object.defineProperty(process, 'emitWarning', before);
  }
}
