import { DATABASE_NOW } from '../postgres/databaseNow.ts';
import { connectAlone } from './connectAlone.ts';

/** How many servers hold a lease on a PostgreSQL database, which may be empty. */
export async function countNodes(url: string): Promise<number> {
  const client = await connectAlone(url);
  try {
    const { rows: found } = await client.query<{ is_there: boolean }>(
      `SELECT to_regclass('push_nodes') IS NOT NULL AS is_there`,
    );
    if (!found[0]!.is_there) return 0;
    const { rows } = await client.query<{ nodes: number }>(
      `SELECT COUNT(*) AS nodes FROM push_nodes WHERE alive_until > ${DATABASE_NOW}`,
    );
    return rows[0]!.nodes;
  } finally {
    await client.end();
  }
}
