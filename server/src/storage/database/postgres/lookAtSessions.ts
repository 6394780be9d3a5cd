import { Client } from 'pg';

import { withSettings } from './withSettings.ts';

const CONNECT_TIMEOUT_MS = 5000;
/** A unique setting, which shows whether a session got the settings of its connection. */
const MARK = 'host.session=own';
/** PgBouncer's error for a setting that it does not know. */
const NOT_TAKEN = /unsupported startup parameter/;

/** The kind of sessions at an address. */
export interface SessionsFound {
  /** Whether they come from a pooler, possibly one per transaction: then session state is not preserved. */
  arePooled: boolean;
  /** The schema that they use. */
  schema: string | null;
}

/** A pooler drops settings in the address, so that the server would, for example, use another schema. */
class SettingsLeftOut extends Error {
  /** Marks an error that operators can fix. */
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

/** Finds out whether the sessions at an address are this server's own, or those of a pooler. */
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
