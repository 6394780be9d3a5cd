import type { Publisher } from '@host/contracts';

import { findOwner } from '../../operations/identity/ownerRows.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import type { TrustDecision } from './TrustDecision.types.ts';
import { trustIn } from './trustOf.ts';

interface PublisherRow {
  id: string;
  name: string;
  created_at: number;
  updated_at: number;
  apps: number;
  /** Of `publisher_trust`; NULL while nobody decided about it. */
  trust_state: TrustDecision['state'] | null;
  trust_reason: string | null;
  trust_actor: string | null;
  trust_at: number | null;
  /** Of `review_policies`; NULL for what holds for the platform. */
  review_required: number | null;
}

const WITH_TRUST = `SELECT p.*, (SELECT COUNT(*) FROM app_owners o WHERE o.publisher_id = p.id) AS apps,
    t.state AS trust_state, t.reason AS trust_reason, t.actor AS trust_actor, t.at AS trust_at,
    r.required AS review_required
  FROM publishers p LEFT JOIN publisher_trust t ON t.publisher_id = p.id
  LEFT JOIN review_policies r ON r.publisher_id = p.id`;

export function findPublisher(db: Queries, id: string): Promise<PublisherRow | undefined> {
  return db.get<PublisherRow>(`${WITH_TRUST} WHERE p.id = ?`, id);
}

export function listPublishers(db: Queries, after: string, limit: number): Promise<PublisherRow[]> {
  return db.all<PublisherRow>(`${WITH_TRUST} WHERE p.id > ? ORDER BY p.id LIMIT ?`, after, limit);
}

/** Inserts a publisher; false when the id is taken. */
export async function insertPublisher(
  tx: Queries,
  { id, name }: { id: string; name: string },
  now: number,
): Promise<boolean> {
  const inserted = await tx.run(
    `INSERT INTO publishers (id, name, created_at, updated_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (id) DO NOTHING`,
    id,
    name,
    now,
    now,
  );
  return inserted === 1;
}

export async function renamePublisher(tx: Queries, id: string, name: string): Promise<void> {
  await tx.run('UPDATE publishers SET name = ? WHERE id = ?', name, id);
}

/** Keeps other writers of a publisher waiting until the transaction ends; false when there is no such publisher. */
export async function lockPublisher(tx: Queries, id: string, now: number): Promise<boolean> {
  return (await tx.run('UPDATE publishers SET updated_at = ? WHERE id = ?', now, id)) === 1;
}

/** The same for the publisher of a mini-app, if it has one. */
export async function lockPublisherOf(tx: Queries, appId: string, now: number): Promise<void> {
  const owner = await findOwner(tx, appId);
  if (owner?.publisher_id) await lockPublisher(tx, owner.publisher_id, now);
}

export function toPublisher(row: PublisherRow): Publisher {
  return {
    id: row.id,
    name: row.name,
    apps: row.apps,
    trust: trustIn(row),
    ...(row.review_required !== null && { reviewRequired: row.review_required === 1 }),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
