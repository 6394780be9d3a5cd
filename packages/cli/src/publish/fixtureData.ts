import { CollectionName, CollectionRequest, explainIssue } from '@host/contracts';
import type { CollectionDocument } from '@host/contracts';
import * as z from 'zod/mini';

/** A collection in `fixtures.json`: `"GET /orders/items": [ … ]`. */
export interface FixtureCollection {
  name: string;
  documents: CollectionDocument[];
}

/** The `api` of `fixtures.json`, in terms of a server's collections. */
export interface FixtureData {
  /** The first segments of the paths that it answers. */
  paths: string[];
  collections: FixtureCollection[];
  /** Requests that look like collections but cannot be, with the reason. */
  unfit: { request: string; reason: string }[];
}

const REQUEST = /^[A-Z]+ \/([^/?]+)/;
const COLLECTION = /^GET \/[^/?]+\/([^/?]+)$/;

/** Finds the collections among the answers of `fixtures.json`. */
export function fixtureData(api: unknown): FixtureData {
  const found: FixtureData = { paths: [], collections: [], unfit: [] };
  if (typeof api !== 'object' || api === null) return found;
  const paths = new Set<string>();
  for (const [request, documents] of Object.entries(api)) {
    const [, path] = REQUEST.exec(request) ?? [];
    if (path !== undefined) paths.add(path);
    const [, name] = COLLECTION.exec(request) ?? [];
    if (name === undefined || !Array.isArray(documents)) continue;
    const parsed = z.safeParse(Collection, { name, documents }, { error: explainIssue });
    if (parsed.success) found.collections.push(parsed.data);
    else
      found.unfit.push({ request, reason: parsed.error.issues[0]?.message ?? 'it does not fit' });
  }
  return { ...found, paths: [...paths] };
}

const Collection = z.object({
  name: CollectionName,
  documents: CollectionRequest.shape.documents,
});
