import type { Queries } from '../../../storage/database/Database.types.ts';

/** Claims a comparison key of names for a holder unless it is taken; returns who has it now. */
export async function claimKey(tx: Queries, key: string, holder: string): Promise<string> {
  await tx.run(
    'INSERT INTO names (name_key, holder) VALUES (?, ?) ON CONFLICT (name_key) DO NOTHING',
    key,
    holder,
  );
  const row = await tx.get<{ holder: string }>('SELECT holder FROM names WHERE name_key = ?', key);
  return row!.holder;
}

export async function countKeysOf(db: Queries, holder: string): Promise<number> {
  const row = await db.get<{ keys: number }>(
    'SELECT COUNT(*) AS keys FROM names WHERE holder = ?',
    holder,
  );
  return row!.keys;
}

/** Whether an operator allowed a mini-app to use a name that somebody else has. */
export async function isAllowed(db: Queries, appId: string, key: string): Promise<boolean> {
  const row = await db.get(
    'SELECT app_id FROM allowed_names WHERE app_id = ? AND name_key = ?',
    appId,
    key,
  );
  return row !== undefined;
}

export async function allowKey(tx: Queries, appId: string, key: string): Promise<void> {
  await tx.run(
    'INSERT INTO allowed_names (app_id, name_key) VALUES (?, ?) ON CONFLICT DO NOTHING',
    appId,
    key,
  );
}
