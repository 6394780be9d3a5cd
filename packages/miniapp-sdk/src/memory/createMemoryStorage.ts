import { CLIENT_LIMITS } from '@host/contracts';

import type { HostServices } from '../sdk/HostServices.types.ts';
import { refuseOverQuota, storable } from '../sdk/storable.ts';

/** Storage that lasts as long as the process, with the limits of a real host. */
export function createMemoryStorage(
  initial: Readonly<Record<string, unknown>> = {},
): HostServices['storage'] & { entries(): Record<string, unknown> } {
  const stored = new Map<string, { text: string; bytes: number }>();
  for (const [key, value] of Object.entries(initial)) stored.set(key, storable(key, value));
  const usedBytes = () => [...stored.values()].reduce((sum, { bytes }) => sum + bytes, 0);

  return {
    async set(key, value) {
      const next = storable(key, value);
      refuseOverQuota(usedBytes() - (stored.get(key)?.bytes ?? 0) + next.bytes);
      stored.set(key, next);
    },
    async get(key) {
      const found = stored.get(key);
      return found && (JSON.parse(found.text) as unknown);
    },
    async remove(key) {
      stored.delete(key);
    },
    keys: async () => [...stored.keys()],
    async clear() {
      stored.clear();
    },
    info: async () => ({ usedBytes: usedBytes(), limitBytes: CLIENT_LIMITS.storageTotalBytes }),
    entries: () =>
      Object.fromEntries([...stored].map(([key, { text }]) => [key, JSON.parse(text) as unknown])),
  };
}
