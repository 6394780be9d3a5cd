import { ApiError } from '../../errors/ApiError.ts';

/** A place in a list as an opaque string. */
export function encodeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Decodes a cursor; `start` is the place without a cursor, and determines the number and types of its parts. */
export function decodeCursor<Place extends readonly (string | number)[]>(
  cursor: string | undefined,
  start: Place,
): Place {
  if (cursor === undefined) return start;
  const place = parse(cursor);
  const fits =
    Array.isArray(place) &&
    place.length === start.length &&
    place.every((part, index) => typeof part === typeof start[index] && isStorable(part));
  if (!fits) throw unknownCursor('use nextCursor of the page before');
  return place as unknown as Place;
}

/** The error text for a cursor that was issued for another sort order. */
export const OTHER_ORDER = 'it is for another order: begin at the first page';

/** The error for a cursor that is invalid or outdated. */
export function unknownCursor(detail: string): ApiError {
  return new ApiError('invalid-query', 'The cursor is not one that this list gave.', {
    errors: [{ pointer: '/cursor', code: 'invalid_cursor', detail }],
  });
}

// Cursors are untrusted: a value that no column can hold would otherwise cause a database error.
function isStorable(part: string | number): boolean {
  return typeof part === 'string' ? !part.includes('\0') : Number.isSafeInteger(part);
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
