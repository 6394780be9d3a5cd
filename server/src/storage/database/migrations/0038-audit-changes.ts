import type { Migration } from './Migration.types.ts';

/** What was before and is after an action, as JSON; NULL where nothing is kept that could be compared. */
export const auditChanges: Migration = {
  id: 38,
  name: 'audit-changes',
  statements: ({ text }) => [`ALTER TABLE audit_log ADD COLUMN changed ${text}`],
};
