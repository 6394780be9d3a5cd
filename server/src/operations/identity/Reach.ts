import type { TokenScope } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { findOwner, listAppsOf } from './ownerRows.ts';

/** Granted scopes, and the restrictions to certain mini-apps. */
export interface Grant {
  scopes: readonly TokenScope[];
  /** The mini-apps it is restricted to; undefined for all. */
  apps: readonly string[] | undefined;
  publisher: string | null;
}

/** The mini-apps that a caller may change. */
export interface Reach {
  /** The existing mini-apps; undefined for all. */
  apps: readonly string[] | undefined;
  /** The publisher that new mini-apps belong to. */
  publisher: string | undefined;
  includes(appId: string): Promise<boolean>;
  /** Reads it again, with the current owners of mini-apps. */
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
 * The reach of an issued token. A publisher's token covers the mini-apps of that publisher, and may create ones whose
 * appId is free; `named` narrows that. Of mini-apps without a publisher it covers those that it names.
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

/** Whether a restriction includes an existing mini-app with this publisher, if it has one. */
export function reaches(
  { apps, publisher }: Pick<Grant, 'apps' | 'publisher'>,
  appId: string,
  owner: string | null,
): boolean {
  if (apps && !apps.includes(appId)) return false;
  return publisher === null || owner === publisher || (apps !== undefined && owner === null);
}
