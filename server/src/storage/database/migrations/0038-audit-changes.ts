import type { Migration } from './Migration.types.ts';

/** The state before and after an action, as JSON; NULL if there is nothing to compare. */
export const auditChanges: Migration = {
  id: 38,
  name: 'audit-changes',
  statements: ({ text }) => [`ALTER TABLE audit_log ADD COLUMN changed ${text}`],
};
