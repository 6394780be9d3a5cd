import { storage } from '@host/miniapp-sdk';

const KEY = 'favourites';

export async function readFavourites(): Promise<string[]> {
  return (await storage.get<string[]>(KEY)) ?? [];
}

export function writeFavourites(ids: readonly string[]): Promise<void> {
  return storage.set(KEY, ids);
}
