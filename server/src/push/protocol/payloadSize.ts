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
      for (const text of [value].flat()) bytes += Buffer.byteLength(text as string);
    }
  }
  return bytes;
}
