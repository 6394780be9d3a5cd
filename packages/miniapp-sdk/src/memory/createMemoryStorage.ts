import { CLIENT_LIMITS } from '@host/contracts';

import { HostError } from '../sdk/HostError.ts';
import type { HostServices } from '../sdk/HostServices.types.ts';

/** Storage that lasts as long as the process, with the limits of a real host. */
export function createMemoryStorage(
  initial: Readonly<Record<string, unknown>> = {},
): HostServices['storage'] & { entries(): Record<string, unknown> } {
  const texts = new Map(
    Object.entries(initial).map(([key, value]) => [key, JSON.stringify(value)]),
  );
  const usedBytes = () =>
    [...texts].reduce((sum, [key, text]) => sum + key.length + text.length, 0);

  return {
    async set(key, value) {
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined) {
        throw new HostError(
          'invalid-argument',
          `storage.set("${key}"): the value cannot be stored as JSON.`,
        );
      }
      if (text.length > CLIENT_LIMITS.storageValueBytes) {
        throw new HostError('quota-exceeded', `storage.set("${key}"): a value has at most 1 MB.`);
      }
      const before = texts.get(key)?.length ?? -key.length;
      if (usedBytes() - before + text.length > CLIENT_LIMITS.storageTotalBytes) {
        throw new HostError('quota-exceeded', 'A mini-app stores at most 10 MB in all.');
      }
      texts.set(key, text);
    },
    async get(key) {
      const text = texts.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
    async remove(key) {
      texts.delete(key);
    },
    keys: async () => [...texts.keys()],
    async clear() {
      texts.clear();
    },
    info: async () => ({ usedBytes: usedBytes(), limitBytes: CLIENT_LIMITS.storageTotalBytes }),
    entries: () => Object.fromEntries([...texts].map(([key, text]) => [key, JSON.parse(text)])),
  };
}
