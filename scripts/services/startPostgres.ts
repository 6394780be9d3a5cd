import { findPostgres, OLDEST_POSTGRES } from './findPostgres.ts';
import { installPostgres } from './installPostgres.ts';
import { startCluster } from './startCluster.ts';

/** A PostgreSQL to test against, or why there is none. */
export type PostgresService =
  | { url: string; stop(): Promise<void> }
  | { url: undefined; reason: string };

/** Provides the database at DATABASE_URL, or else a private one, installing PostgreSQL first if possible. */
export async function startPostgres(): Promise<PostgresService> {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') return { url: given, stop: () => Promise.resolve() };

  let folder = await findPostgres();
  if (folder === undefined) {
    const obstacle = await installPostgres();
    folder = await findPostgres();
    if (folder === undefined) {
      const missing = `no PostgreSQL ${OLDEST_POSTGRES} or later was found`;
      return {
        url: undefined,
        reason: obstacle === undefined ? missing : `${missing}, ${obstacle}`,
      };
    }
  }
  try {
    return await startCluster(folder);
  } catch (error) {
    return { url: undefined, reason: error instanceof Error ? error.message : String(error) };
  }
}
