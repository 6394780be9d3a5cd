import type { AuditChange, AuditEntry } from '@host/contracts';

import type { ListPart, SortedList, SortedRow } from '../../http/lists/sortedList.ts';
import type { Queries, SqlValue } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';

/** The audit entry of an admin action, written in the same transaction as the action. */
export interface NewAuditEntry {
  at: number;
  actor: string;
  action: string;
  target: string;
  address: string;
  requestId: string;
  details: Record<string, unknown>;
  change?: AuditChange | undefined;
}

interface AuditRow {
  id: number;
  at: number;
  actor: string;
  action: string;
  target: string;
  address: string;
  request_id: string;
  details: string;
  changed: string | null;
}

const INSERT = `INSERT INTO audit_log (at, actor, action, target, address, request_id, details, changed)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

export async function appendAudit(tx: Queries, entry: NewAuditEntry): Promise<void> {
  await tx.run(INSERT, ...valuesOf(entry));
}

function valuesOf(entry: NewAuditEntry): SqlValue[] {
  return [
    entry.at,
    entry.actor,
    entry.action,
    entry.target,
    entry.address,
    entry.requestId,
    JSON.stringify(entry.details),
    entry.change === undefined ? null : JSON.stringify(entry.change),
  ];
}

/** Filters entries; texts match by prefix. */
interface AuditFilter {
  /** Matches any of these. */
  actors?: readonly string[] | undefined;
  action?: string | undefined;
  target?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

/** Appended to a prefix, it sorts after every text with that prefix. */
const LAST_CHARACTER = '\u{10ffff}';

/** The log grows forever, so it is sorted by its ids only, which are chronological. */
export const AUDIT_LIST: SortedList<AuditRow> = {
  keys: { at: { sql: 'id', type: 'number' } },
  initial: '-at',
  id: [{ sql: 'id', type: 'number' }],
  idOf: ({ id }) => [id],
};

export function listAudit(
  db: Queries,
  part: ListPart<AuditRow>,
  filter: AuditFilter,
): Promise<(AuditRow & SortedRow)[]> {
  const conditions = [part.behind];
  const values: SqlValue[] = [...part.values];
  const demand = (condition: string, ...parameters: SqlValue[]) => {
    conditions.push(condition);
    values.push(...parameters);
  };
  const { actors, since, until } = filter;
  for (const { marks, values: ids } of listsOf(actors ?? [])) demand(`actor IN ${marks}`, ...ids);
  for (const column of ['action', 'target'] as const) {
    const beginning = filter[column];
    if (beginning === undefined) continue;
    demand(`${column} >= ? AND ${column} < ?`, beginning, beginning + LAST_CHARACTER);
  }
  if (since !== undefined) demand('at >= ?', since);
  if (until !== undefined) demand('at < ?', until);
  return db.all(
    `SELECT audit_log.*, ${part.sortedBy} AS sorted_by FROM audit_log
      WHERE ${conditions.join(' AND ')} ORDER BY ${part.order} LIMIT ?`,
    ...values,
    part.limit,
  );
}

export function toAuditEntry(row: AuditRow, names: ReadonlyMap<string, string>): AuditEntry {
  const actorName = names.get(row.actor);
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    actor: row.actor,
    ...(actorName !== undefined && { actorName }),
    action: row.action,
    target: row.target,
    address: row.address,
    requestId: row.request_id,
    details: JSON.parse(row.details) as Record<string, unknown>,
    ...(row.changed !== null && { change: JSON.parse(row.changed) as AuditChange }),
  };
}
