import { type Item, api } from '@host/miniapp-sdk';

/** The data of an item besides its id and title. */
export interface AppItem extends Item {
  note?: string;
}

export function fetchItems(): Promise<AppItem[]> {
  return api.get<AppItem[]>('/sample/items');
}
