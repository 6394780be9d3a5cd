import type { Migration } from './Migration.types.ts';

const AT_ONCE = 500;

/**
 * Records the base addresses of our own artifacts, so that they can change. Before this they were not stored: they are
 * derived from the URLs of artifacts that are stored here.
 */
export const ownAddresses: Migration = {
  id: 21,
  name: 'own-addresses',
  statements: ({ text }) => [`CREATE TABLE own_addresses (cdn_url ${text} PRIMARY KEY)`],
  async fill(tx) {
    const found = new Set<string>();
    for (let after = ''; ;) {
      const rows = await tx.all<{ object_key: string; sha256: string; platforms: string }>(
        `SELECT a.object_key, a.sha256, v.platforms FROM artifacts a
          JOIN versions v ON v.app_id = a.app_id AND v.version = a.version
          WHERE a.object_key > ? AND a.object_key LIKE 'mini-apps/%/ios.zip'
          ORDER BY a.object_key LIMIT ?`,
        after,
        AT_ONCE,
      );
      for (const { object_key, sha256, platforms } of rows) {
        const { ios } = JSON.parse(platforms) as { ios?: { url: string; sha256?: string } };
        // Versions that were uploaded here but registered with addresses elsewhere stay there.
        if (ios?.sha256 !== sha256 || !ios.url.endsWith(`/${object_key}`)) continue;
        found.add(ios.url.slice(0, -object_key.length - 1));
      }
      if (rows.length < AT_ONCE) break;
      after = rows.at(-1)!.object_key;
    }
    for (const url of found) await tx.run('INSERT INTO own_addresses (cdn_url) VALUES (?)', url);
  },
};
