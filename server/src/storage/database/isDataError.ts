/** The classes of SQLSTATE that are about values: `data exception` and `integrity constraint violation`. */
const POSTGRES_DATA_ERROR = /^2[23]...$/;

/** SQLite: a value that is too long, violates a constraint, or has the wrong type. */
const SQLITE_DATA_ERRORS = new Set([18, 19, 20]);
/** The other bits are the extended code, which says which constraint it was. */
const SQLITE_PRIMARY_CODE = 0xff;

/**
 * Whether an engine rejected the values. Then nothing was committed, and the same values would be rejected again; after
 * any other error it is unknown what was committed.
 */
export function isDataError(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return SQLITE_DATA_ERRORS.has(errcode & SQLITE_PRIMARY_CODE);
  return typeof code === 'string' && POSTGRES_DATA_ERROR.test(code);
}
