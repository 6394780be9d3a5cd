import type { Migration } from './Migration.types.ts';

/** How much the nodes of a fleet have taken of callers' rate limits. */
export const requestBudgets: Migration = {
  id: 34,
  name: 'request-budgets',
  statements: ({ text }) => [
    `CREATE TABLE request_budgets (
      -- A digest of the limit, the caller and the window.
      budget ${text} PRIMARY KEY,
      ends BIGINT NOT NULL,
      used BIGINT NOT NULL,
      most BIGINT NOT NULL
    )`,
    `CREATE INDEX request_budgets_by_end ON request_budgets (ends)`,
  ],
};
