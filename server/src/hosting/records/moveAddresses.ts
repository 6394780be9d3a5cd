import type { Database } from '../../storage/database/Database.types.ts';
import { deleteAddress, insertAddress, listAddresses } from './addressRows.ts';
import { replaceAddress } from './versionRows.ts';

/**
 * Has versions whose artifacts lie here say so with the address of now: they were registered when the server had another
 * one. Addresses elsewhere stay as they are; what is signed are the files, not where they lie. Returns the former addresses.
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
