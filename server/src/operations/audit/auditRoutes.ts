import { AuditEntry, AuditQuery, pageOf } from '@host/contracts';

import { readPart } from '../../http/lists/sortedList.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { AUDIT_LIST, listAudit, toAuditEntry } from './auditRows.ts';

/** The audit log: for admins only, since it names every token and mini-app. */
export function auditRoutes(app: TypedApp, { db }: { db: Database }): void {
  app.get(
    '/audit',
    {
      config: { scope: 'admin' },
      schema: {
        tags: ['audit'],
        security: [{ token: [] }],
        summary: 'Read the audit log',
        description:
          'The newest entries first, or with `sort=at` the oldest; all or those of an `actor`, whose `action` or `target` begins with a text, `since` and `until` a time. Entries are never changed or removed. Scope: `admin`.',
        querystring: AuditQuery,
        response: { 200: pageOf(AuditEntry) },
      },
    },
    async ({ query }) => {
      const part = readPart(AUDIT_LIST, query);
      const { since, until } = query;
      const filter = {
        ...query,
        since: since === undefined ? undefined : Date.parse(since),
        until: until === undefined ? undefined : Date.parse(until),
      };
      return part.toPage(await listAudit(db, part, filter), toAuditEntry);
    },
  );
}
