import { type ApiClient, ApiClientError } from '@host/api-client';
import type { CollectionInfo, MiniProgram } from '@host/contracts';

import { isScopeMissing } from '../account/connect.ts';
import type { FixtureCollection } from './fixtureData.ts';

/** The collections of `fixtures.json`, split by whether they exist on the server. */
export interface FillPlan {
  /** Missing collections, which can be filled without overwriting anything. */
  missing: FixtureCollection[];
  /** Existing collections, which are left alone, as they contain data of people and back ends. */
  existing: CollectionInfo[];
}

/** Reads which collections a mini-app has; undefined if the token cannot see them, or it has its own back end. */
export async function planFilling(
  client: ApiClient,
  appId: string,
  collections: readonly FixtureCollection[],
): Promise<FillPlan | undefined> {
  try {
    const miniProgram = await findMiniProgram(client, appId);
    if (miniProgram?.upstream !== undefined) return undefined;
    const known = miniProgram ? await client.listCollections(appId) : [];
    const names = new Set(collections.map(({ name }) => name));
    return {
      missing: collections.filter(({ name }) => !known.some((each) => each.name === name)),
      existing: known.filter(({ name }) => names.has(name)),
    };
  } catch (error) {
    // A token that may publish but not read.
    if (isScopeMissing(error)) return undefined;
    throw error;
  }
}

async function findMiniProgram(client: ApiClient, appId: string): Promise<MiniProgram | undefined> {
  try {
    return await client.getMiniProgram(appId);
  } catch (error) {
    if (error instanceof ApiClientError && error.status === 404) return undefined;
    throw error;
  }
}

/** Fills missing collections. Data that a mini-app shows to signed-in people becomes private. */
export async function fillCollections(
  client: ApiClient,
  appId: string,
  missing: readonly FixtureCollection[],
  { isPrivate }: { isPrivate: boolean },
): Promise<CollectionInfo[]> {
  const filled: CollectionInfo[] = [];
  for (const { name, documents } of missing) {
    const content = { documents, private: isPrivate, onlyNew: true };
    const info = await client.replaceCollection(appId, name, content).catch(unlessThere);
    if (info) filled.push(info);
  }
  return filled;
}

/** Ignores that somebody else created the collection meanwhile: their data is kept. */
function unlessThere(error: unknown): undefined {
  if (error instanceof ApiClientError && error.code === 'collection-exists') return undefined;
  throw error;
}
