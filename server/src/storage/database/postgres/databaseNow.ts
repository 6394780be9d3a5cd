/** Milliseconds by the clock of PostgreSQL, when it comes to this: not when the statement or its transaction began. */
export const DATABASE_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
