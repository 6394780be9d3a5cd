import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';

/** The rights of a sender with an issued key or token. */
export interface SenderRow {
  id: string;
  revoked_at: number | null;
  /** The mini-apps that it is restricted to, as JSON; NULL for none. */
  mini_apps: string | null;
  publisher_id: string | null;
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
