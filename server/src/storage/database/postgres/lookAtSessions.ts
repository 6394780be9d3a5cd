import { Client } from 'pg';

import { withSettings } from './withSettings.ts';

const CONNECT_TIMEOUT_MS = 5000;
/** A setting that nobody else has, by which a session is known that was given its settings. */
const MARK = 'host.session=own';
/** What PgBouncer says of a setting that it does not know: a protocol violation. */
const NOT_TAKEN = /unsupported startup parameter/;

/** How an address gives sessions of PostgreSQL. */
export interface SessionsFound {
  /** Whether they come from a pooler, possibly for one transaction each: it does not pass on what belongs to one session. */
  arePooled: boolean;
  /** The schema that they work in. */
  schema: string | null;
}

/** A pooler does not pass on settings that stand in the address: the server would work in another schema, for example. */
class SettingsLeftOut extends Error {
  /** As of errors that operators can mend. */
  readonly code = 'settings-left-out';
  readonly cure =
    'Set them for its user instead, as with ALTER ROLE … SET search_path = …, and leave "options" out of the address.';

  constructor(options?: ErrorOptions) {
    super(
      'it leads to a pooler (as PgBouncer) that leaves out the "options" of the address',
      options,
    );
  }
}

/** Finds out whether the sessions at an address are this server's own, or those of a pooler in between. */
export async function lookAtSessions(url: string): Promise<SessionsFound> {
  const hasOptions = new URL(url).searchParams.has('options');
  const marked = await ask(withSettings(url, [MARK])).catch((error: unknown) => {
    if (NOT_TAKEN.test((error as Error).message)) return undefined;
    throw error;
  });
  if (marked?.mark === 'own') return { arePooled: false, schema: marked.schema };
  if (hasOptions) throw new SettingsLeftOut();
  const { schema } = marked ?? (await ask(url));
  return { arePooled: true, schema };
}

async function ask(connectionString: string) {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ mark: string | null; schema: string | null }>(
      `SELECT current_setting('host.session', true) AS mark, current_schema() AS schema`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}
