import { AuditEntry, AuditQuery, pageOf } from '@host/contracts';

import { readPart } from '../../http/lists/sortedList.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Database, Queries } from '../../storage/database/Database.types.ts';
import { AUDIT_LIST, listAudit, toAuditEntry } from './auditRows.ts';

/** Tokens that a search for a part of a name can match, the newest first. */
const MAX_ACTORS = 100;

interface AuditDeps {
  db: Database;
  /** The ids of tokens whose names contain a text. */
  findTokenIds: (db: Queries, text: string, limit: number) => Promise<string[]>;
  /** The names of tokens by their ids. */
  listTokenNames: (db: Queries, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** The audit log: for admins only, since it names every token and mini-app. */
export function auditRoutes(app: TypedApp, { db, findTokenIds, listTokenNames }: AuditDeps): void {
  /** The actors with an id, or with a part of a name: bounded, for one `IN` list. */
  const actorsOf = async (text: string) => [
    text,
    ...(await findTokenIds(db, text, MAX_ACTORS - 1)),
  ];

  app.get(
    '/audit',
    {
      config: { scope: 'admin' },
      schema: {
        tags: ['audit'],
        security: [{ token: [] }],
        summary: 'Read the audit log',
        description:
          'The newest entries first, or with `sort=at` the oldest; all or those of an `actor` (its id, or a part of the name of a token), whose `action` or `target` begins with a text, `since` and `until` a time. Entries are never changed or removed. Scope: `admin`.',
        querystring: AuditQuery,
        response: { 200: pageOf(AuditEntry) },
      },
    },
    async ({ query }) => {
      const part = readPart(AUDIT_LIST, query);
      const { actor, since, until } = query;
      const filter = {
        ...query,
        actors: actor === undefined ? undefined : await actorsOf(actor),
        since: since === undefined ? undefined : Date.parse(since),
        until: until === undefined ? undefined : Date.parse(until),
      };
      const rows = await listAudit(db, part, filter);
      const names = await listTokenNames(
        db,
        rows.map(({ actor: id }) => id),
      );
      return part.toPage(rows, (row) => toAuditEntry(row, names));
    },
  );
}
