import type { PushNotification } from '@host/contracts';

/** The bytes of all keys and values that a device gets. */
export function payloadSize(
  notification: PushNotification | undefined,
  data: Record<string, string> | undefined,
): number {
  let bytes = 0;
  for (const part of [notification, data]) {
    for (const [key, value] of Object.entries(part ?? {})) {
      bytes += Buffer.byteLength(key);
      if (typeof value === 'string') bytes += Buffer.byteLength(value);
      else for (const text of value as string[]) bytes += Buffer.byteLength(text);
    }
  }
  return bytes;
}
