import type { AuditEntry } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';

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

/** The newest entries first, those below an id. */
export async function listAudit(db: Queries, below: number, limit: number): Promise<AuditEntry[]> {
  const rows = await db.all<AuditRow>(
    'SELECT * FROM audit_log WHERE id < ? ORDER BY id DESC LIMIT ?',
    below,
    limit,
  );
  return rows.map(({ request_id, details, at, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    requestId: request_id,
    details: JSON.parse(details) as Record<string, unknown>,
  }));
}
