import { type Item, Items } from '@host/contracts';

import { type Send, readAnswer } from '../common/askServer.ts';

/** An item of a collection, or null if there is none with that id. */
export async function findItem(send: Send, path: string, id: string): Promise<Item | null> {
  const items = readAnswer(await send({ method: 'GET', path }), Items);
  return items.find((item) => item.id === id) ?? null;
}
