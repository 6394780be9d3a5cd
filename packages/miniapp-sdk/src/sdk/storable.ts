import { CLIENT_LIMITS } from '@host/contracts';

import { HostError } from './HostError.ts';

/** Serializes a value for storage, and computes its bytes including the key; refuses what cannot be stored. */
export function storable(key: string, value: unknown): { text: string; bytes: number } {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) {
    throw new HostError(
      'invalid-argument',
      `storage.set("${key}"): the value cannot be stored as JSON.`,
    );
  }
  const bytes = utf8Length(text);
  if (bytes > CLIENT_LIMITS.storageValueBytes) {
    throw new HostError('quota-exceeded', `storage.set("${key}"): a value has at most 1 MB.`);
  }
  return { text, bytes: bytes + utf8Length(key) };
}

/** Refuses to exceed the quota. */
export function refuseOverQuota(bytes: number): void {
  if (bytes <= CLIENT_LIMITS.storageTotalBytes) return;
  throw new HostError('quota-exceeded', 'A mini-app stores at most 10 MB in all.');
}

/** The length of a text in UTF-8. Not every engine that runs mini-apps has a TextEncoder. */
function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) bytes += 1;
    // A surrogate pair takes four bytes, so each half counts two.
    if (code > 0x7ff && (code < 0xd800 || code > 0xdfff)) bytes += 1;
  }
  return bytes;
}
