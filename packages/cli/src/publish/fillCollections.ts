import { type ApiClient, ApiClientError } from '@host/api-client';
import type { CollectionInfo, MiniProgram } from '@host/contracts';

import { isScopeMissing } from '../account/connect.ts';
import type { FixtureCollection } from './fixtureData.ts';

/** The collections of `fixtures.json`, by whether the server has them already. */
export interface FillPlan {
  /** Not there yet: these can be filled without taking anything from anybody. */
  missing: FixtureCollection[];
  /** There already, with what people and back ends keep in them: left alone. */
  existing: CollectionInfo[];
}

/** Looks which collections a mini-app has; undefined when that cannot be seen, or a back end of its own answers. */
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
    // A token that may publish and not read.
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

/** Fills collections that are not there. What a mini-app shows to somebody who is signed in is for such people alone. */
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

/** Somebody was faster, and what they keep there is theirs. */
function unlessThere(error: unknown): undefined {
  if (error instanceof ApiClientError && error.code === 'collection-exists') return undefined;
  throw error;
}
