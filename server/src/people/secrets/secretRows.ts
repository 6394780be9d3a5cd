import type { Queries } from '../../storage/database/Database.types.ts';

/** Stores an encrypted secret, unless there is one with that name. */
export async function insertSecret(db: Queries, name: string, sealed: string): Promise<void> {
  await db.run(
    'INSERT INTO people_secrets (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
    name,
    sealed,
  );
}

export async function readSecret(db: Queries, name: string): Promise<string> {
  const row = await db.get<{ sealed: string }>(
    'SELECT sealed FROM people_secrets WHERE name = ?',
    name,
  );
  return row!.sealed;
}

/** Replaces the encrypted form of a secret. */
export async function replaceSecret(db: Queries, name: string, sealed: string): Promise<void> {
  await db.run('UPDATE people_secrets SET sealed = ? WHERE name = ?', sealed, name);
}
