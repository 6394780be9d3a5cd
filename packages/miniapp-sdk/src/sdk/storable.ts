import { CLIENT_LIMITS } from '@host/contracts';

import { HostError } from './HostError.ts';

/** The text that a value is stored as, and the bytes that it takes with its key; what cannot be stored is refused. */
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

/** Refuses what would be too much in all. */
export function refuseOverQuota(bytes: number): void {
  if (bytes <= CLIENT_LIMITS.storageTotalBytes) return;
  throw new HostError('quota-exceeded', 'A mini-app stores at most 10 MB in all.');
}

/** How many bytes a text has. Not every engine that runs mini-apps has a TextEncoder. */
function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) bytes += 1;
    // The two halves of a letter outside of the first plane have four bytes together, so each counts two.
    if (code > 0x7ff && (code < 0xd800 || code > 0xdfff)) bytes += 1;
  }
  return bytes;
}
