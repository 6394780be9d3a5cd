import type { ApiClient } from '@host/api-client';

import type { PlannedPut } from './planImport.ts';

/** So many that a request is answered soon, and so few that somebody sees it go on. */
const AT_ONCE = 100;

/**
 * Puts documents part by part, each of them whole or not at all, and says how many are stored. What was seen goes with them,
 * so nothing is replaced that somebody changed meanwhile; putting a part again changes nothing.
 */
export async function putInParts(
  client: Pick<ApiClient, 'putDocuments'>,
  { appId, collection }: { appId: string; collection: string },
  puts: readonly PlannedPut[],
  { onStored, signal }: { onStored: (count: number) => void; signal: AbortSignal },
): Promise<void> {
  for (let start = 0; start < puts.length; start += AT_ONCE) {
    signal.throwIfAborted();
    const part = puts.slice(start, start + AT_ONCE);
    await client.putDocuments(appId, collection, {
      documents: part.map(({ document }) => document),
      seen: part.flatMap(({ seen }) => seen ?? []),
    });
    onStored(start + part.length);
  }
}
