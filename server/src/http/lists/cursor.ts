import { ApiError } from '../../errors/ApiError.ts';

/** A place in a list as an opaque string. */
export function encodeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** The place of a cursor; `start` is the place without one, and gives the number and types of its parts. */
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

/** What is said of a cursor that a list gave in another order. */
export const OTHER_ORDER = 'it is for another order: begin at the first page';

/** The error for a cursor that is invalid or outdated. */
export function unknownCursor(detail: string): ApiError {
  return new ApiError('invalid-query', 'The cursor is not one that this list gave.', {
    errors: [{ pointer: '/cursor', code: 'invalid_cursor', detail }],
  });
}

// Cursors come from outside: a value that no column can hold would otherwise become an error of the database.
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
