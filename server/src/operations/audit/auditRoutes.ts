import { AuditEntry, AuditQuery, pageOf } from '@host/contracts';

import { decodeCursor } from '../../http/cursor.ts';
import { pageLimit, toPage } from '../../http/page.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { listAudit } from './auditRows.ts';

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
          'The newest entries first, all or those of an `actor`, whose `action` or `target` begins with a text, `since` and `until` a time. Entries are never changed or removed. Scope: `admin`.',
        querystring: AuditQuery,
        response: { 200: pageOf(AuditEntry) },
      },
    },
    async ({ query }) => {
      const limit = pageLimit(query);
      const [below] = decodeCursor(query.cursor, [Number.MAX_SAFE_INTEGER]);
      const { since, until } = query;
      const filter = {
        ...query,
        since: since === undefined ? undefined : Date.parse(since),
        until: until === undefined ? undefined : Date.parse(until),
      };
      return toPage(
        await listAudit(db, filter, below, limit + 1),
        limit,
        (entry) => entry,
        ({ id }) => [id],
      );
    },
  );
}
