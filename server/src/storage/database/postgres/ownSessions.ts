import type { Client, PoolClient } from 'pg';

/** What every session of this server is given, by which it is known again. */
export const SESSION_MARK = 'host.session=own';
/** What PgBouncer says of a setting that it does not know: a protocol violation. */
const NOT_TAKEN = /unsupported startup parameter/;

/** The address leads to a pooler, which lends sessions of PostgreSQL to many. */
export class PoolerInBetween extends Error {
  /** As of errors that operators can mend. */
  readonly code = 'pooler-in-between';
  readonly cure =
    'Name PostgreSQL itself: news of changes and time limits need sessions of their own.';

  constructor(options?: ErrorOptions) {
    super('it leads to a pooler (as PgBouncer) that does not pass on the settings of a session', {
      ...options,
    });
  }
}

/**
 * Rejects when a session is lent by a pooler. There, news of changes come to nobody: a key that was revoked would go on sending
 * by the other nodes.
 */
export async function assertOwnSession(client: Client | PoolClient): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>(
    `SELECT current_setting('host.session', true) AS mark`,
  );
  if (rows[0]?.mark !== 'own') throw new PoolerInBetween();
}

/** What a refused connection means; other errors are returned as they are. */
export function explainRefusal(error: unknown): unknown {
  const isPooler = NOT_TAKEN.test((error as Error).message);
  return isPooler ? new PoolerInBetween({ cause: error }) : error;
}

/** The address with settings of its sessions, besides those that it has. */
export function withSettings(url: string, settings: readonly string[]): string {
  const address = new URL(url);
  const options = settings.map((setting) => `-c ${setting}`);
  const known = address.searchParams.get('options');
  address.searchParams.set('options', [...(known === null ? [] : [known]), ...options].join(' '));
  return address.href;
}
