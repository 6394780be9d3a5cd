import { readLiveCursor } from '@host/contracts';

/** The cursor that a device resumes from: undefined if it sends none, null if it is malformed. */
export function readSince(text: string | undefined): number | undefined | null {
  return text === undefined ? undefined : (readLiveCursor(text) ?? null);
}
