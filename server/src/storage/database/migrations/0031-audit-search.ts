import type { Migration } from './Migration.types.ts';

/** Indexes for searching the audit log by actor, action and time: it grows forever, so scanning it is not an option. */
export const auditSearch: Migration = {
  id: 31,
  name: 'audit-search',
  statements: () => [
    `CREATE INDEX audit_of_actor ON audit_log (actor, id)`,
    `CREATE INDEX audit_of_target ON audit_log (target, id)`,
    `CREATE INDEX audit_of_time ON audit_log (at, id)`,
  ],
};
