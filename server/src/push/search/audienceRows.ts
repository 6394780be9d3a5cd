import { type Condition, topicsOfCondition } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';

/** The result for a page of devices, in the order of their ids. */
export interface CountedPage {
  looked: number;
  matching: number;
  /** The id up to which devices were checked; undefined if there are no more. */
  upTo: number | undefined;
}

/**
 * Counts the next devices that meet a condition, among those that have one of some topics, or among all.
 * @param size the most devices of a topic to check
 */
export async function countPage(
  db: Queries,
  condition: Condition,
  page: { among: readonly string[] | undefined; after: number; size: number },
): Promise<CountedPage> {
  const { among, after, size } = page;
  const source = among
    ? 'SELECT device_id AS id FROM topic_subscriptions WHERE topic = ? AND device_id > ? ORDER BY device_id'
    : 'SELECT id FROM devices WHERE id > ? ORDER BY id';
  const sources = among ? among.map((topic) => [topic, after]) : [[after]];
  const each = (limit: string, union: string) =>
    sources.map(() => `SELECT id FROM (${source} ${limit}) AS source`).join(` ${union} `);
  const { sql, topics } = whereOf(condition);
  // A list that fills its page continues after its last id, so ids of other lists beyond that belong to the next page.
  const row = await db.get<{ looked: number; matching: number | null; up_to: number | null }>(
    `WITH ends AS (SELECT MIN(id) AS up_to FROM (${each('LIMIT 1 OFFSET ?', 'UNION ALL')}) AS ends),
      candidates AS (SELECT id FROM (${each('LIMIT ?', 'UNION')}) AS listed
        WHERE id <= COALESCE((SELECT up_to FROM ends), id))
      SELECT COUNT(*) AS looked, SUM(CASE WHEN ${sql} THEN 1 ELSE 0 END) AS matching,
        (SELECT up_to FROM ends) AS up_to FROM candidates AS d`,
    ...sources.flatMap((values) => [...values, size - 1]),
    ...sources.flatMap((values) => [...values, size]),
    ...topics,
  );
  return { looked: row!.looked, matching: row!.matching ?? 0, upTo: row!.up_to ?? undefined };
}

/** How many devices have each topic of a condition, up to a bound. */
export async function countTopics(
  db: Queries,
  condition: Condition,
  max: number,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const topic of topicsOfCondition(condition)) {
    const row = await db.get<{ devices: number }>(
      `SELECT COUNT(*) AS devices FROM
        (SELECT device_id FROM topic_subscriptions WHERE topic = ? LIMIT ?) AS counted`,
      topic,
      max,
    );
    sizes.set(topic, row!.devices);
  }
  return sizes;
}

/** The lowest and the highest id of a device. */
export async function idsOfDevices(db: Queries): Promise<{ first: number; last: number }> {
  const row = await db.get<{ first: number | null; last: number | null }>(
    'SELECT (SELECT MIN(id) FROM devices) AS first, (SELECT MAX(id) FROM devices) AS last',
  );
  return { first: row!.first ?? 0, last: row!.last ?? 0 };
}

/** The SQL for a condition on the device `d`, and the topics that are its parameters. */
function whereOf(condition: Condition): { sql: string; topics: string[] } {
  const topics: string[] = [];
  const sqlOf = (of: Condition): string => {
    if (of.kind === 'topic') {
      topics.push(of.topic);
      return 'EXISTS (SELECT 1 FROM topic_subscriptions AS s WHERE s.topic = ? AND s.device_id = d.id)';
    }
    if (of.kind === 'not') return `NOT ${sqlOf(of.of)}`;
    return `(${sqlOf(of.left)} ${of.kind === 'and' ? 'AND' : 'OR'} ${sqlOf(of.right)})`;
  };
  return { sql: sqlOf(condition), topics };
}
