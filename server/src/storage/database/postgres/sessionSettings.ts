/** How long nodes wait for PostgreSQL, and it for them. */
export const SETTINGS = {
  connectWithinMs: 5000,
  statementMs: 30_000,
  /** A node that stands still in a transaction loses it: others wait for its rows. */
  idleTransactionMs: 5000,
  /** How long a send waits for the clock before its sender is told to try again. */
  clockMs: 5000,
  /** Where nobody can tell a dead connection from one that is at work: the next send gets another one. */
  storeMs: 10_000,
} as const;

/** The same for one transaction, in the words of PostgreSQL. */
export const LIMITS = `SET LOCAL statement_timeout = ${SETTINGS.statementMs};
  SET LOCAL idle_in_transaction_session_timeout = ${SETTINGS.idleTransactionMs}`;
