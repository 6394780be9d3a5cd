import type { Database } from '../../storage/database/Database.types.ts';

/**
 * Has versions whose artifacts lie here say so with the address of now: they were registered when the server had another
 * one. Addresses elsewhere stay as they are; what is signed are the files, not where they lie. Gives the former addresses.
 */
export function moveAddresses(db: Database, cdnUrl: string): Promise<string[]> {
  return db.transaction(async (tx) => {
    const known = await tx.all<{ cdn_url: string }>(
      'SELECT cdn_url FROM own_addresses ORDER BY cdn_url',
    );
    const former = known.map((row) => row.cdn_url).filter((url) => url !== cdnUrl);
    for (const url of former) {
      // As they stand in JSON, where an address begins a text.
      const [from, to] = [`"${url}/`, `"${cdnUrl}/`];
      await tx.run(
        `UPDATE versions SET registration = REPLACE(registration, ?, ?), platforms = REPLACE(platforms, ?, ?)
          WHERE REPLACE(registration, ?, '') <> registration OR REPLACE(platforms, ?, '') <> platforms`,
        from,
        to,
        from,
        to,
        from,
        from,
      );
      await tx.run('DELETE FROM own_addresses WHERE cdn_url = ?', url);
    }
    await tx.run(
      'INSERT INTO own_addresses (cdn_url) VALUES (?) ON CONFLICT (cdn_url) DO NOTHING',
      cdnUrl,
    );
    return former;
  });
}
