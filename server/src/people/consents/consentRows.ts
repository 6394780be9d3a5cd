import type { ConsentPermission, ConsentState } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';

export interface ConsentRow {
  app_id: string;
  permission: ConsentPermission;
  state: ConsentState;
  answered_at: number;
}

const COLUMNS = 'app_id, permission, state, answered_at';

export function listConsents(db: Queries, personId: string): Promise<ConsentRow[]> {
  return db.all<ConsentRow>(
    `SELECT ${COLUMNS} FROM consents WHERE person_id = ? ORDER BY app_id, permission`,
    personId,
  );
}

export function findConsent(
  db: Queries,
  personId: string,
  appId: string,
  permission: ConsentPermission,
): Promise<ConsentRow | undefined> {
  return db.get<ConsentRow>(
    `SELECT ${COLUMNS} FROM consents WHERE person_id = ? AND app_id = ? AND permission = ?`,
    personId,
    appId,
    permission,
  );
}

export async function countConsents(db: Queries, personId: string): Promise<number> {
  const sql = 'SELECT COUNT(*) AS count FROM consents WHERE person_id = ?';
  return (await db.get<{ count: number }>(sql, personId))!.count;
}

/** Locks the consents of a person until the transaction ends, so that nobody else adds one. */
export async function lockConsents(tx: Queries, personId: string): Promise<void> {
  // A no-op update is the row lock that both engines support.
  await tx.run('UPDATE accounts SET id = id WHERE id = ?', personId);
}

/** Stores an answer, unless there is a later one. */
export async function putConsent(tx: Queries, personId: string, row: ConsentRow): Promise<void> {
  await tx.run(
    `INSERT INTO consents (person_id, app_id, permission, state, answered_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (person_id, app_id, permission)
      DO UPDATE SET state = excluded.state, answered_at = excluded.answered_at
      WHERE consents.answered_at <= excluded.answered_at`,
    personId,
    row.app_id,
    row.permission,
    row.state,
    row.answered_at,
  );
}

export async function deleteConsents(db: Queries, personId: string, appId: string): Promise<void> {
  await db.run('DELETE FROM consents WHERE person_id = ? AND app_id = ?', personId, appId);
}

export async function deleteConsentsOfPerson(db: Queries, personId: string): Promise<void> {
  await db.run('DELETE FROM consents WHERE person_id = ?', personId);
}
