/** The classes of SQLSTATE that are about values: `data exception` and `integrity constraint violation`. */
const POSTGRES_DATA_ERROR = /^2[23]...$/;

/** SQLite: a value that is too long, breaks a constraint, or is of another kind than its column. */
const SQLITE_DATA_ERRORS = new Set([18, 19, 20]);
/** The rest of the code says which constraint it was. */
const SQLITE_PRIMARY_CODE = 0xff;

/**
 * Whether an engine refused the values that it was given. Then nothing was committed, and the same values would be
 * refused again; after any other error it is not known what was committed.
 */
export function isDataError(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return SQLITE_DATA_ERRORS.has(errcode & SQLITE_PRIMARY_CODE);
  return typeof code === 'string' && POSTGRES_DATA_ERROR.test(code);
}
