import type { AppliedMigration } from '../backup/Snapshot.types.ts';
import type { DatabaseInspection } from './DatabaseInspection.types.ts';
import { connectAlone } from '../backup/connectAlone.ts';
import { lookAtSessions } from '../postgres/lookAtSessions.ts';

const OLDEST = 15;
/** The connections that one server opens, plus a few for administration. */
const CONNECTIONS_NEEDED = 20;

/** Inspects PostgreSQL in the way that the server would use it. */
export async function inspectPostgres(url: string): Promise<Omit<DatabaseInspection, 'lastKnown'>> {
  const { arePooled } = await lookAtSessions(url);
  const client = await connectAlone(url);
  try {
    const one = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows[0]!;
    const asked = Date.now();
    const { at } = await one<{ at: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at',
    );
    const clock = { at, asked, answered: Date.now() };
    const settings = await one<{
      version: number;
      connections: number;
      schema: string | null;
      may_create: boolean | null;
      history: string | null;
      statements_end: boolean;
    }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version,
        current_setting('max_connections')::int AS connections, current_schema() AS schema,
        has_schema_privilege(current_schema(), 'CREATE') AS may_create,
        to_regclass(format('%I.schema_migrations', current_schema()))::text AS history,
        current_setting('statement_timeout') <> '0' AS statements_end`,
    );
    const problems: string[] = [];
    const warnings: DatabaseInspection['warnings'] = [];
    if (arePooled && !settings.statements_end) {
      warnings.push({
        detail: 'A pooler lends its sessions, and statements outside of transactions never end.',
        cure: "Give its user a limit: ALTER ROLE … SET statement_timeout = '30s'.",
      });
    }
    if (settings.version < OLDEST) {
      problems.push(`PostgreSQL ${settings.version} is too old: use ${OLDEST} or later.`);
    }
    if (settings.connections < CONNECTIONS_NEEDED) {
      problems.push(
        `It takes ${settings.connections} connections: set max_connections to ${CONNECTIONS_NEEDED} for each server.`,
      );
    }
    if (!settings.may_create) {
      problems.push(
        `Its user may not make tables: GRANT CREATE ON SCHEMA ${settings.schema ?? 'public'} to it.`,
      );
    }
    const lastMigration = settings.history
      ? await client
          .query<AppliedMigration>(
            'SELECT id, name FROM schema_migrations ORDER BY id DESC LIMIT 1',
          )
          .then(({ rows }) => rows[0])
      : undefined;
    return { lastMigration, clock, problems, warnings, arePooled };
  } finally {
    await client.end();
  }
}
