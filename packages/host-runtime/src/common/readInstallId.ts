import { randomId } from '@host/contracts';

import type { KeyValueStore } from '../ports/stores.types.ts';

const KEY = 'host:install';

/** The id of this installation, generated at its first start, which decides about rollouts. */
export async function readInstallId(store: Pick<KeyValueStore, 'get' | 'set'>): Promise<string> {
  const kept = await store.get(KEY);
  if (kept !== undefined) return kept;
  const made = randomId();
  await store.set(KEY, made);
  return made;
}
