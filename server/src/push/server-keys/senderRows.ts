import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';

/** The rights of a sender with an issued key or token; all NULL for any other. */
export interface SenderRights {
  issued_id: string | null;
  revoked_at: number | null;
  /** The mini-apps that it is restricted to, as JSON; NULL for none. */
  mini_apps: string | null;
  publisher_id: string | null;
}

/** The columns of SenderRights, where the sender is joined. */
export const SENDER_RIGHTS = `COALESCE(k.id, t.id) AS issued_id, COALESCE(k.revoked_at, t.revoked_at) AS revoked_at,
  COALESCE(k.mini_apps, t.apps) AS mini_apps, t.publisher_id`;

/** Whether the sender is restricted to mini-apps, where it is joined. */
export const IS_BOUND =
  '(k.mini_apps IS NOT NULL OR t.apps IS NOT NULL OR t.publisher_id IS NOT NULL)';

/** Joins the server key or admin token with the id in a column. */
export function joinSender(column: string): string {
  return `LEFT JOIN server_keys k ON k.id = ${column} LEFT JOIN tokens t ON t.id = ${column}`;
}

/** The names of server keys and tokens by their ids. The keys of the environment have none. */
export async function listSenderNames(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const { marks, values } of listsOf([...new Set(ids)])) {
    const rows = await db.all<{ id: string; name: string }>(
      `SELECT id, name FROM server_keys WHERE id IN ${marks}
        UNION ALL SELECT id, name FROM tokens WHERE id IN ${marks}`,
      ...values,
      ...values,
    );
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}

/** The publisher of a registered mini-app, and whether it is suspended. */
export interface MiniAppState {
  app_id: string;
  suspended: number;
  publisher_id: string | null;
}

/** The states of those mini-apps that are registered. */
export async function findMiniAppStates(
  db: Queries,
  ids: readonly string[],
): Promise<MiniAppState[]> {
  const found: MiniAppState[] = [];
  for (const { marks, values } of listsOf(ids)) {
    found.push(
      ...(await db.all<MiniAppState>(
        `SELECT m.app_id, m.suspended, o.publisher_id FROM mini_programs m
          LEFT JOIN app_owners o ON o.app_id = m.app_id WHERE m.app_id IN ${marks}`,
        ...values,
      )),
    );
  }
  return found;
}
