import type { Rights } from '../../operations/identity/Rights.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { listSenderNames } from './senderRows.ts';

/** Adds the names of senders to rows of an answer, for callers who may know them, with one query for all rows. */
export async function nameSenders<Row extends { sender: string }>(
  db: Queries,
  { seesNames }: Pick<Rights, 'seesNames'>,
  rows: readonly Row[],
): Promise<(Row & { senderName?: string })[]> {
  if (!seesNames) return [...rows];
  const names = await listSenderNames(
    db,
    rows.map(({ sender }) => sender),
  );
  return rows.map((row) => {
    const senderName = names.get(row.sender);
    return { ...row, ...(senderName !== undefined && { senderName }) };
  });
}
