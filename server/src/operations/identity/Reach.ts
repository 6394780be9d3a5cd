import type { TokenScope } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { findOwner, listAppsOf } from './ownerRows.ts';

/** What somebody was granted: scopes, and the restrictions that say which mini-apps those are for. */
export interface Grant {
  scopes: readonly TokenScope[];
  /** The mini-apps that are named; undefined for all. */
  apps: readonly string[] | undefined;
  publisher: string | null;
}

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
  const owners = new Map<string, string | null>();
  for (const appId of await listAppsOf(db, publisher)) owners.set(appId, publisher);
  for (const appId of named ?? []) {
    const owner = await findOwner(db, appId);
    if (owner) owners.set(appId, owner.publisher_id);
  }
  const apps = [...owners.keys()].filter((appId) =>
    reaches({ apps: named, publisher }, appId, owners.get(appId)!),
  );
  return {
    apps,
    publisher,
    includes: async (appId) =>
      isNamed(appId) && (apps.includes(appId) || !(await findOwner(db, appId))),
    readAgain,
  };
}

/** Whether a restriction leaves an existing mini-app, whose publisher is looked up already; it may have none. */
export function reaches(
  { apps, publisher }: Pick<Grant, 'apps' | 'publisher'>,
  appId: string,
  owner: string | null,
): boolean {
  if (apps && !apps.includes(appId)) return false;
  return publisher === null || owner === publisher || (apps !== undefined && owner === null);
}
