import type { Database } from '../../storage/database/Database.types.ts';
import { deleteAddress, insertAddress, listAddresses } from './addressRows.ts';
import { replaceAddress } from './versionRows.ts';

/**
 * Rewrites the addresses of versions whose artifacts are stored here and that were registered under a former CDN_URL.
 * Addresses elsewhere stay as they are. Signatures stay valid: they cover the files, not their addresses. Returns the
 * former addresses.
 */
export function moveAddresses(db: Database, cdnUrl: string): Promise<string[]> {
  return db.transaction(async (tx) => {
    const former = (await listAddresses(tx)).filter((url) => url !== cdnUrl);
    for (const url of former) {
      await replaceAddress(tx, url, cdnUrl);
      await deleteAddress(tx, url);
    }
    await insertAddress(tx, cdnUrl);
    return former;
  });
}
