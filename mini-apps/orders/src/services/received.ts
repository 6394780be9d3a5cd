import { storage } from '@host/miniapp-sdk';

const keyOf = (orderId: string) => `received:${orderId}`;

export async function isReceived(orderId: string): Promise<boolean> {
  return (await storage.get<{ at: string }>(keyOf(orderId))) !== undefined;
}

export function saveReceived(orderId: string): Promise<void> {
  return storage.set(keyOf(orderId), { at: new Date().toISOString() });
}
