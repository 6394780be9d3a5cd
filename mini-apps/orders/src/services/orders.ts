import { type Item, api } from '@host/miniapp-sdk';

export function fetchOrders(): Promise<Item[]> {
  return api.get<Item[]>('/orders/items');
}
