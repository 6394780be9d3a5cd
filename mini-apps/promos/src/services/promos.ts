import { type Item, api } from '@host/miniapp-sdk';

export function fetchPromos(): Promise<Item[]> {
  return api.get<Item[]>('/promos/items');
}
