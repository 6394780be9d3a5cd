import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';

/** What senders may do that were issued a key or a token. */
interface SenderRow {
  id: string;
  revoked_at: number | null;
  /** The mini-apps that it is restricted to, as JSON; NULL for none. */
  mini_apps: string | null;
  publisher_id: string | null;
}

/** Issued server keys and admin tokens, by their ids. */
export async function findSenders(db: Queries, ids: readonly string[]): Promise<SenderRow[]> {
  const found: SenderRow[] = [];
  for (const { marks, values } of listsOf(ids)) {
    found.push(
      ...(await db.all<SenderRow>(
        `SELECT id, revoked_at, mini_apps, NULL AS publisher_id FROM server_keys WHERE id IN ${marks}
          UNION ALL SELECT id, revoked_at, apps, publisher_id FROM tokens WHERE id IN ${marks}`,
        ...values,
        ...values,
      )),
    );
  }
  return found;
}
