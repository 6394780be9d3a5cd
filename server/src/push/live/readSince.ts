import { readLiveCursor } from '@host/contracts';

/** The cursor that a device resumes from: undefined when it names none, null when it is malformed. */
export function readSince(text: string | undefined): number | undefined | null {
  return text === undefined ? undefined : (readLiveCursor(text) ?? null);
}
