import { appendAudit } from '../../operations/audit/auditRows.ts';
import { endAllSessions } from '../../operations/console/consoleSessionRows.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import type { Manifest } from './Manifest.ts';
import {
  type ValidRow,
  cancelDueMessages,
  countComingMessages,
  countComingReleases,
  failDueReleases,
  listValidPublisherKeys,
  listValidServerKeys,
  listValidTokens,
} from './restoredRows.ts';

/** The recorded reason why a message that was due before the restore was not delivered. */
const REASON = 'restored';

/**
 * A backup knows nothing of what was revoked, cancelled or done since. So all sessions end, and whatever was due between the
 * backup and now is not done automatically: it may have been done already, or cancelled. Nobody can tell which tokens and
 * keys were revoked since, so they are listed. Returns the lines to show to the operator.
 */
export async function settleRestored(
  tx: Queries,
  { madeAt, tables }: Pick<Manifest, 'madeAt' | 'tables'>,
  now: number,
): Promise<string[]> {
  // The schema is that of the release that made the backup: tables and columns may be missing.
  const has = (name: string, column?: string) =>
    tables.some(
      (table) => table.name === name && (column === undefined || table.columns.includes(column)),
    );
  const said: string[] = [];
  const endedSessions = has('console_sessions') ? await endAllSessions(tx, now) : 0;
  said.push(`console: ${endedSessions} sessions ended, and links that sign in`);

  const mayEnd = has('server_keys', 'expires_at');
  said.push(
    ...named('admin tokens', await listValidTokens(tx, now)),
    ...named('server keys', await listValidServerKeys(tx, now, { mayEnd })),
    ...named('keys of publishers', await listValidPublisherKeys(tx)),
  );

  const because = `It was due between the backup of ${madeAt} and its restore: look whether it was made or cancelled then, and schedule it anew.`;
  const releases = has('scheduled_releases') ? await failDueReleases(tx, now, because) : [];
  const comingReleases = has('scheduled_releases') ? await countComingReleases(tx) : 0;
  const failed = releases.map(({ app_id, version }) => `${app_id}@${version}`).toSorted();
  said.push(
    `scheduled releases: ${failed.length} were due since and failed, ${comingReleases} are to come`,
    ...listed(failed),
  );
  const cancelledMessages = await cancelDueMessages(tx, now, REASON, {
    keeps: {
      when: has('push_messages', 'cancelled_at'),
      why: has('push_messages', 'cancelled_because'),
    },
  });
  const comingMessages = await countComingMessages(tx);
  said.push(
    `scheduled messages: ${cancelledMessages} were due since and are cancelled, ${comingMessages} are to come`,
  );
  said.push('what was cancelled or revoked since is as it was: cancel and revoke it again');

  if (has('audit_log', 'changed')) {
    const done = { endedSessions, failedReleases: failed, cancelledMessages };
    await appendAudit(tx, {
      at: now,
      actor: 'system',
      action: 'backup.restore',
      target: madeAt,
      address: '',
      requestId: '',
      details: { ...done, comingReleases, comingMessages },
    });
  }
  return said;
}

function named(what: string, rows: readonly ValidRow[]): string[] {
  return [
    `${what}: ${rows.length} are valid, also those that were revoked since`,
    ...listed(rows.map(({ id, name }) => `${id} ${name}`)),
  ];
}

function listed(texts: readonly string[]): string[] {
  return texts.map((text) => `  ${text}`);
}
