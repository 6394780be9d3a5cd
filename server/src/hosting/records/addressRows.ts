import type { Queries } from '../../storage/database/Database.types.ts';

/** The base addresses that artifacts are registered with: the current one, and former ones until they are migrated. */
export async function listAddresses(db: Queries): Promise<string[]> {
  const rows = await db.all<{ cdn_url: string }>(
    'SELECT cdn_url FROM own_addresses ORDER BY cdn_url',
  );
  return rows.map((row) => row.cdn_url);
}

export async function insertAddress(tx: Queries, cdnUrl: string): Promise<void> {
  await tx.run(
    'INSERT INTO own_addresses (cdn_url) VALUES (?) ON CONFLICT (cdn_url) DO NOTHING',
    cdnUrl,
  );
}

export async function deleteAddress(tx: Queries, cdnUrl: string): Promise<void> {
  await tx.run('DELETE FROM own_addresses WHERE cdn_url = ?', cdnUrl);
}
