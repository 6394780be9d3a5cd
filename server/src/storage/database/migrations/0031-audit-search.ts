import type { Migration } from './Migration.types.ts';

/** The audit log is searched by who, by what and by when: it grows for ever, and nobody waits for a scan of it. */
export const auditSearch: Migration = {
  id: 31,
  name: 'audit-search',
  statements: () => [
    `CREATE INDEX audit_of_actor ON audit_log (actor, id)`,
    `CREATE INDEX audit_of_target ON audit_log (target, id)`,
    `CREATE INDEX audit_of_time ON audit_log (at, id)`,
  ],
};
