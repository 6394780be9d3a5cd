import type { ListPart, SortedList, SortedRow } from '../../http/lists/sortedList.ts';
import { contains } from '../../storage/database/contains.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import type { TrustDecision } from './TrustDecision.types.ts';
import { versionOrder } from './versionOrder.ts';

export interface MiniProgramRow {
  app_id: string;
  name: string;
  latest_version: string;
  listed_name: string | null;
  /** Names in other languages, one per line; in lower case, like `listed_name`. */
  translated_names: string | null;
  suspended: number;
  suspended_reason: string | null;
  suspended_by_operator: number;
  /** Whether it runs in a frame, whatever trust its publisher has. */
  framed: number;
  upstream: string | null;
  /** Of `mini_app_paths`. */
  path: string | null;
  publisher_id: string | null;
  publisher_name: string | null;
  /** Of `publisher_trust`; NULL without a decision about its publisher. */
  publisher_trust_state: TrustDecision['state'] | null;
  publisher_trust_reason: string | null;
  publisher_trust_actor: string | null;
  publisher_trust_at: number | null;
  /** Of `publisher_trust_apps`; NULL if it did not exist when its publisher was trusted. */
  trusted_permissions: string | null;
  trusted_keys: string | null;
  created_at: number;
  updated_at: number;
}

export type MiniProgramWithCount = MiniProgramRow & { versions: number };

const WITH_COUNT = `m.*, p.path, o.publisher_id, publisher.name AS publisher_name,
    t.state AS publisher_trust_state, t.reason AS publisher_trust_reason,
    t.actor AS publisher_trust_actor, t.at AS publisher_trust_at,
    reviewed.permissions AS trusted_permissions, reviewed.keys AS trusted_keys,
    (SELECT COUNT(*) FROM versions v WHERE v.app_id = m.app_id) AS versions
  FROM mini_programs m
  LEFT JOIN mini_app_paths p ON p.app_id = m.app_id
  LEFT JOIN app_owners o ON o.app_id = m.app_id
  LEFT JOIN publishers publisher ON publisher.id = o.publisher_id
  LEFT JOIN publisher_trust t ON t.publisher_id = o.publisher_id
  LEFT JOIN publisher_trust_apps reviewed ON reviewed.publisher_id = o.publisher_id AND reviewed.app_id = m.app_id`;

export function findMiniProgram(
  db: Queries,
  appId: string,
): Promise<MiniProgramWithCount | undefined> {
  return db.get<MiniProgramWithCount>(`SELECT ${WITH_COUNT} WHERE m.app_id = ?`, appId);
}

/** Publishers register as many as they like: every order has an index. */
export const MINI_PROGRAM_LIST: SortedList<MiniProgramWithCount> = {
  keys: {
    appId: { sql: 'm.app_id', type: 'text' },
    name: { sql: 'LOWER(m.name)', type: 'text' },
    updatedAt: { sql: 'm.updated_at', type: 'number' },
  },
  initial: 'appId',
  id: [{ sql: 'm.app_id', type: 'text' }],
  idOf: ({ app_id }) => [app_id],
};

/** Mini-apps with a text in their name or id; `apps` narrows it to what a token may see. */
export async function listMiniPrograms(
  db: Queries,
  part: ListPart<MiniProgramWithCount>,
  { apps, q }: { apps: readonly string[] | undefined; q: string | undefined },
): Promise<(MiniProgramWithCount & SortedRow)[]> {
  const { condition, patterns } = contains(['m.name', 'm.app_id'], q);
  const read = (some: string, ...values: string[]) =>
    db.all<MiniProgramWithCount & SortedRow>(
      `SELECT ${part.sortedBy} AS sorted_by, ${WITH_COUNT}
        WHERE ${part.behind} AND ${condition} ${some} ORDER BY ${part.order} LIMIT ?`,
      ...part.values,
      ...patterns,
      ...values,
      part.limit,
    );
  if (!apps) return read('');
  const rows = [];
  for (const { marks, values } of listsOf(apps)) {
    rows.push(...(await read(`AND m.app_id IN ${marks}`, ...values)));
  }
  return part.merge(rows);
}

/**
 * Inserts the mini-app's row, or raises its newest version. As the first statement of a transaction it also locks the row
 * against other writers until the end.
 */
export async function upsertMiniProgram(
  tx: Queries,
  app: { appId: string; name: string; version: string; now: number },
): Promise<void> {
  const order = versionOrder(app.version);
  await tx.run(
    `INSERT INTO mini_programs (app_id, name, latest_version, latest_order, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (app_id) DO UPDATE SET
        name = CASE WHEN excluded.latest_order > mini_programs.latest_order THEN excluded.name ELSE mini_programs.name END,
        latest_version = CASE WHEN excluded.latest_order > mini_programs.latest_order THEN excluded.latest_version ELSE mini_programs.latest_version END,
        latest_order = CASE WHEN excluded.latest_order > mini_programs.latest_order THEN excluded.latest_order ELSE mini_programs.latest_order END,
        updated_at = excluded.updated_at`,
    app.appId,
    app.name,
    app.version,
    order,
    app.now,
    app.now,
  );
}

/** Locks the row of a mini-app until the transaction ends; false when there is no such mini-app. */
export async function lockMiniProgram(tx: Queries, appId: string, now: number): Promise<boolean> {
  return (
    (await tx.run('UPDATE mini_programs SET updated_at = ? WHERE app_id = ?', now, appId)) === 1
  );
}

export async function setSuspended(
  tx: Queries,
  appId: string,
  change: { suspended: boolean; reason: string | undefined; byOperator: boolean },
): Promise<void> {
  await tx.run(
    'UPDATE mini_programs SET suspended = ?, suspended_reason = ?, suspended_by_operator = ? WHERE app_id = ?',
    change.suspended ? 1 : 0,
    change.reason ?? null,
    change.byOperator ? 1 : 0,
    appId,
  );
}

/** Sets whether a mini-app always runs in a frame, however far its publisher is trusted. */
export async function setFramed(tx: Queries, appId: string, framed: boolean): Promise<void> {
  await tx.run('UPDATE mini_programs SET framed = ? WHERE app_id = ?', framed ? 1 : 0, appId);
}

/** Sets a mini-app's entry in the catalog: its name, and what else it is searched by; undefined removes it. */
export async function setListed(
  tx: Queries,
  appId: string,
  listed: { name: string; translatedNames: readonly string[] } | undefined,
): Promise<void> {
  await tx.run(
    'UPDATE mini_programs SET listed_name = ?, translated_names = ? WHERE app_id = ?',
    listed?.name ?? null,
    listed ? listed.translatedNames.join('\n') : null,
    appId,
  );
}

/** Released mini-apps in the catalog's order, after a position; `text` keeps those with it in one of their names. */
export function listListed(
  db: Queries,
  page: { afterName: string; afterId: string; contains: string; limit: number },
): Promise<{ app_id: string; listed_name: string }[]> {
  const pattern = `%${page.contains.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  return db.all(
    `SELECT app_id, listed_name FROM mini_programs
      WHERE listed_name IS NOT NULL AND suspended = 0
        AND (listed_name > ? OR (listed_name = ? AND app_id > ?))
        AND (listed_name LIKE ? ESCAPE '\\' OR translated_names LIKE ? ESCAPE '\\')
      ORDER BY listed_name, app_id LIMIT ?`,
    page.afterName,
    page.afterName,
    page.afterId,
    pattern,
    pattern,
    page.limit,
  );
}
