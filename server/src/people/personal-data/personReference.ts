import { createHash } from 'node:crypto';

/**
 * How the audit log refers to a person. Entries cannot be changed, so the reference must not identify a deleted person:
 * only somebody who knows their id can tell that an entry is about them.
 */
export function personReference(personId: string): string {
  return `person:${createHash('sha256').update(personId).digest('base64url')}`;
}
