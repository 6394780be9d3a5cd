import { ApiError } from '../../errors/ApiError.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { findPublisher, lockPublisher } from './publisherRows.ts';

/** The row of a publisher; throws when there is none. */
export async function requirePublisher(db: Queries, id: string) {
  const row = await findPublisher(db, id);
  if (row) return row;
  throw new ApiError('publisher-not-found', `There is no publisher ${id}.`);
}

/** Locks the row of a publisher until the transaction ends; throws when there is none. */
export async function lockOrRefuse(tx: Queries, id: string): Promise<void> {
  if (!(await lockPublisher(tx, id, Date.now()))) await requirePublisher(tx, id);
}
