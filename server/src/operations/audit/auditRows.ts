import type { AuditEntry } from '@host/contracts';

import type { Queries, SqlValue } from '../../storage/database/Database.types.ts';

/** What is written of an admin action, in the same transaction as the action. */
export interface NewAuditEntry {
  at: number;
  actor: string;
  action: string;
  target: string;
  address: string;
  requestId: string;
  details: Record<string, unknown>;
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
}

export async function appendAudit(tx: Queries, entry: NewAuditEntry): Promise<void> {
  await tx.run(
    `INSERT INTO audit_log (at, actor, action, target, address, request_id, details)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    entry.at,
    entry.actor,
    entry.action,
    entry.target,
    entry.address,
    entry.requestId,
    JSON.stringify(entry.details),
  );
}

/** Which entries are meant; a text means what begins with it, but for the actor. */
interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

/** Behind every text that begins with another. */
const LAST_CHARACTER = '\u{10ffff}';

/** The newest entries first, those below an id. */
export async function listAudit(
  db: Queries,
  filter: AuditFilter,
  below: number,
  limit: number,
): Promise<AuditEntry[]> {
  const conditions = ['id < ?'];
  const values: SqlValue[] = [below];
  const demand = (condition: string, ...parameters: SqlValue[]) => {
    conditions.push(condition);
    values.push(...parameters);
  };
  const { actor, since, until } = filter;
  if (actor !== undefined) demand('actor = ?', actor);
  for (const column of ['action', 'target'] as const) {
    const beginning = filter[column];
    if (beginning === undefined) continue;
    demand(`${column} >= ? AND ${column} < ?`, beginning, beginning + LAST_CHARACTER);
  }
  if (since !== undefined) demand('at >= ?', since);
  if (until !== undefined) demand('at < ?', until);
  const rows = await db.all<AuditRow>(
    `SELECT * FROM audit_log WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ?`,
    ...values,
    limit,
  );
  return rows.map(({ request_id, details, at, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    requestId: request_id,
    details: JSON.parse(details) as Record<string, unknown>,
  }));
}
