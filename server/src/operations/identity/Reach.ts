import type { Queries } from '../../storage/database/Database.types.ts';
import { findOwner, listAppsOf } from './ownerRows.ts';

/** The mini-apps that a caller may change. */
export interface Reach {
  /** The existing ones; undefined for all. */
  apps: readonly string[] | undefined;
  /** The publisher that new ones belong to. */
  publisher: string | undefined;
  includes(appId: string): Promise<boolean>;
  /** The same by the owners that mini-apps have now. */
  readAgain(db: Queries): Promise<Reach>;
}

/** The reach of the root token. */
export const everything: Reach = {
  apps: undefined,
  publisher: undefined,
  includes: async () => true,
  readAgain: async () => everything,
};

/**
 * The reach of an issued token. A token of a publisher has the mini-apps of that publisher, and may create those whose
 * appId is free; `named` narrows that. Of mini-apps without a publisher it has those that it names.
 */
export async function reachOf(
  db: Queries,
  named: readonly string[] | undefined,
  publisher: string | null,
): Promise<Reach> {
  const isNamed = (appId: string) => !named || named.includes(appId);
  const readAgain = (again: Queries) => reachOf(again, named, publisher);
  if (publisher === null) {
    return {
      apps: named,
      publisher: undefined,
      includes: async (appId) => isNamed(appId),
      readAgain,
    };
  }
  const owned = new Set(await listAppsOf(db, publisher));
  for (const appId of named ?? []) {
    const owner = await findOwner(db, appId);
    if (owner && owner.publisher_id === null) owned.add(appId);
  }
  return {
    apps: [...owned].filter(isNamed),
    publisher,
    includes: async (appId) =>
      isNamed(appId) && (owned.has(appId) || !(await findOwner(db, appId))),
    readAgain,
  };
}
