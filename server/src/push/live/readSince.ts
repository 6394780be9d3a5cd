import { readLiveCursor } from '@host/contracts';

/** The cursor that a device resumes from: undefined where it leaves that to the server, and null where it is none. */
export function readSince(text: string | undefined): number | undefined | null {
  return text === undefined ? undefined : (readLiveCursor(text) ?? null);
}
