import type { Publisher } from '@host/contracts';

import type { ListPart, SortedList, SortedRow } from '../../http/lists/sortedList.ts';
import { findOwner } from '../../operations/identity/ownerRows.ts';
import { contains } from '../../storage/database/contains.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import type { TrustDecision } from './TrustDecision.types.ts';
import { trustIn } from './trustOf.ts';

interface PublisherRow {
  id: string;
  name: string;
  created_at: number;
  updated_at: number;
  apps: number;
  /** Of `publisher_trust`; NULL without a decision. */
  trust_state: TrustDecision['state'] | null;
  trust_reason: string | null;
  trust_actor: string | null;
  trust_at: number | null;
  /** Of `review_policies`; NULL for the platform's default. */
  review_required: number | null;
}

const APPS = '(SELECT COUNT(*) FROM app_owners o WHERE o.publisher_id = p.id)';
const WITH_TRUST = `p.*, ${APPS} AS apps,
    t.state AS trust_state, t.reason AS trust_reason, t.actor AS trust_actor, t.at AS trust_at,
    r.required AS review_required
  FROM publishers p LEFT JOIN publisher_trust t ON t.publisher_id = p.id
  LEFT JOIN review_policies r ON r.publisher_id = p.id`;

export function findPublisher(db: Queries, id: string): Promise<PublisherRow | undefined> {
  return db.get<PublisherRow>(`SELECT ${WITH_TRUST} WHERE p.id = ?`, id);
}

/** Operators make every publisher by hand: there are few, and no index is needed to sort them. */
export const PUBLISHER_LIST: SortedList<PublisherRow> = {
  keys: {
    id: { sql: 'p.id', type: 'text' },
    name: { sql: 'LOWER(p.name)', type: 'text' },
    apps: { sql: APPS, type: 'number' },
    createdAt: { sql: 'p.created_at', type: 'number' },
  },
  initial: 'id',
  id: [{ sql: 'p.id', type: 'text' }],
  idOf: ({ id }) => [id],
};

export function listPublishers(
  db: Queries,
  part: ListPart<PublisherRow>,
  q: string | undefined,
): Promise<(PublisherRow & SortedRow)[]> {
  const { condition, patterns } = contains(['p.name', 'p.id'], q);
  return db.all(
    `SELECT ${part.sortedBy} AS sorted_by, ${WITH_TRUST}
      WHERE ${part.behind} AND ${condition} ORDER BY ${part.order} LIMIT ?`,
    ...part.values,
    ...patterns,
    part.limit,
  );
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

/** Locks the row of a publisher until the transaction ends; false when there is no such publisher. */
export async function lockPublisher(tx: Queries, id: string, now: number): Promise<boolean> {
  return (await tx.run('UPDATE publishers SET updated_at = ? WHERE id = ?', now, id)) === 1;
}

/** Locks the row of a mini-app's publisher, if it has one. */
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
