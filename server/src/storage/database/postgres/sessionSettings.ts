/** The timeouts between nodes and PostgreSQL. */
export const SETTINGS = {
  connectWithinMs: 5000,
  statementMs: 30_000,
  /** A node that stalls in a transaction loses it, since others wait for its row locks. */
  idleTransactionMs: 5000,
  /** How long a send waits for the clock before its sender is told to try again. */
  clockMs: 5000,
  /** With a pooler, a dead connection cannot be told from a busy one: after this long, the next send uses another one. */
  storeMs: 10_000,
} as const;

/** The same for one transaction, as SQL. */
export const LIMITS = `SET LOCAL statement_timeout = ${SETTINGS.statementMs};
  SET LOCAL idle_in_transaction_session_timeout = ${SETTINGS.idleTransactionMs}`;
