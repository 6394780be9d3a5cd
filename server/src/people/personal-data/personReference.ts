import { createHash } from 'node:crypto';

/**
 * How the audit log names a person. It cannot be changed afterwards, so it holds nothing by which a person who is gone could
 * be found: only whoever knows their id already can tell that an entry is about them.
 */
export function personReference(personId: string): string {
  return `person:${createHash('sha256').update(personId).digest('base64url')}`;
}
