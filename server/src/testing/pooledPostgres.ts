import { startPgBouncer } from '../storage/database/testing/startPgBouncer.ts';
import { openDatabase } from '../storage/database/openDatabase.ts';
import { type TestEngine, type TestPlaceOnNetwork, postgres } from './testDatabase.ts';

/** PgBouncer's defaults, except for the mode with the most sharing, and fewer sessions than a node has connections. */
const LINES = ['pool_mode = transaction', 'default_pool_size = 10'];

/** PostgreSQL behind a pooler in transaction mode. */
export function pooledPostgres(url: string, pgbouncerPath: string) {
  const engine = postgres(url);
  const behind = async (direct: TestPlaceOnNetwork) => {
    const pooler = await startPgBouncer(pgbouncerPath, direct.url, LINES);
    return {
      url: pooler.url,
      /** Without the pooler. */
      directUrl: direct.url,
      open: () => openDatabase({ url: pooler.url }),
      async remove() {
        await pooler.stop();
        await direct.remove();
      },
    };
  };
  return {
    name: 'PostgreSQL behind a pooler',
    createPlace: async () => behind(await engine.createPlace()),
    createEmptyPlace: async () => behind(await engine.createEmptyPlace()),
  } satisfies TestEngine;
}
