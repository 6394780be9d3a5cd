/** The current time of PostgreSQL in milliseconds, and not that of the start of the statement or transaction. */
export const DATABASE_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
