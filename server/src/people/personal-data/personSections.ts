import { userTopic } from '@host/contracts';

import type { Queries, SqlValue } from '../../storage/database/Database.types.ts';
import type { PersonSection, Subject } from './PersonSection.types.ts';
import { personReference } from './personReference.ts';
import { readPages } from './readPages.ts';

// Only current devices: one that somebody signed out of may belong to somebody else by now.
const OWN_DEVICES = 'SELECT id FROM devices WHERE person_id = ?';
const OWN_TOKENS = 'SELECT token_key FROM devices WHERE person_id = ?';

/**
 * Everything that the server stores about a person, without credentials: hashes of passwords, salts of refresh tokens,
 * digests of links and codes.
 */
export const PERSON_SECTIONS: readonly PersonSection[] = [
  byPerson('account', 'accounts', [
    `SELECT id, email, email_verified_at, name, locale, avatar_url, created_at, updated_at
      FROM accounts WHERE id = ? ORDER BY id`,
  ]),
  byPerson('sessions', 'sessions', [
    `SELECT id, user_agent, created_at, rotated_at AS last_used_at, expires_at, network AS network_digest
      FROM sessions WHERE person_id = ? ORDER BY id`,
  ]),
  byPerson('consents', 'consents', [
    `SELECT app_id, permission, state, answered_at FROM consents WHERE person_id = ?
      ORDER BY app_id, permission`,
  ]),
  byPerson('openIds', 'open_ids', [
    `SELECT app_id, open_id FROM open_ids WHERE person_id = ? ORDER BY app_id, open_id`,
  ]),
  byPerson('signUps', 'pending_accounts', [
    `SELECT email, name, locale, expires_at FROM pending_accounts
      WHERE email_key = (SELECT email_key FROM accounts WHERE id = ?) ORDER BY id`,
  ]),
  byPerson('links', 'account_links', [
    `SELECT purpose, email, expires_at FROM account_links WHERE account_id = ? ORDER BY token_hash`,
  ]),
  byPerson('mails', 'mails', [
    `SELECT kind, recipient, created_at, sent_at, expires_at FROM mails
      WHERE account_id = ? OR recipient_key = (SELECT email_key FROM accounts WHERE id = ?)
      ORDER BY id`,
    2,
  ]),
  byPerson('devices', 'devices', [
    `SELECT id, token, platform, app, upstream, quarantined, created_at, last_seen AS last_seen_at
      FROM devices WHERE person_id = ? OR owner_id = ? ORDER BY id`,
    2,
  ]),
  byPerson('formerTokens', 'replaced_tokens', [
    `SELECT token_key, device_id FROM replaced_tokens WHERE device_id IN (${OWN_DEVICES})
      ORDER BY token_key`,
  ]),
  byPerson('deviceProofs', 'device_challenges', [
    `SELECT token_key, expires_at FROM device_challenges WHERE token_key IN (${OWN_TOKENS})
      ORDER BY code_hash`,
  ]),
  byPerson('topics', 'topic_subscriptions', [
    `SELECT topic, device_id, added_at FROM topic_subscriptions WHERE device_id IN (${OWN_DEVICES})
      ORDER BY topic, device_id`,
  ]),
  {
    ...byPerson('groups', 'device_group_members', [
      `SELECT g.name, m.token FROM device_group_members m JOIN device_groups g ON g.group_key = m.group_key
        WHERE m.token_key IN (${OWN_TOKENS}) ORDER BY m.group_key, m.token_key`,
    ]),
    tables: ['device_group_members', 'device_groups'],
  },
  {
    name: 'messagesToDevices',
    tables: ['push_deliveries', 'push_messages'],
    rows: (db, { personId }) =>
      shown(
        readPages(
          db,
          `SELECT m.payload, m.send_at, v.device_id, v.state, v.reason, v.updated_at FROM push_deliveries v
            JOIN devices d ON d.id = v.device_id JOIN push_messages m ON m.id = v.message_id
            WHERE d.person_id = ? AND (v.position IS NULL OR v.position > d.owner_since)
            ORDER BY v.message_id, v.device_id`,
          personId,
        ),
      ),
  },
  {
    name: 'messagesToPerson',
    tables: ['push_messages'],
    rows: (db, { personId }) =>
      shown(
        readPages(
          db,
          'SELECT payload, send_at, state FROM push_messages WHERE topic = ? ORDER BY id',
          userTopic(personId),
        ),
      ),
  },
  { name: 'scheduled', tables: ['push_messages'], rows: scheduledMessages },
  byPerson('openings', 'push_openings', [
    `SELECT message_id, device_id, at FROM push_openings WHERE device_id IN (${OWN_DEVICES})
      ORDER BY message_id, device_id`,
  ]),
  byPerson('heldBack', 'push_held', [
    `SELECT message_id, device_id, reason, at FROM push_held WHERE device_id IN (${OWN_DEVICES})
      ORDER BY message_id, device_id`,
  ]),
  byPerson('messagesToThem', 'push_people', [
    `SELECT p.message_id, m.payload FROM push_people p JOIN push_messages m ON m.id = p.message_id
      WHERE p.person_id = ? ORDER BY p.message_id`,
  ]),
  byPerson('deliveriesUnderWay', 'push_jobs', [
    `SELECT message_id, device_id, attempts, due_at FROM push_jobs WHERE device_id IN (${OWN_DEVICES})
      ORDER BY id`,
  ]),
  byPerson('answersOfPushServices', 'push_answers', [
    `SELECT message_id, device_id, attempt, transport, outcome, status, code, service_id, at FROM push_answers
      WHERE device_id IN (${OWN_DEVICES}) ORDER BY device_id, message_id, attempt`,
  ]),
  byPerson('failedDeliveries', 'push_dead_letters', [
    `SELECT message_id, device_id, transport, reason, at FROM push_dead_letters
      WHERE device_id IN (${OWN_DEVICES}) ORDER BY id`,
  ]),
  {
    ...byPerson('notifications', 'inbox_entries', [
      `SELECT m.payload, m.send_at, e.read_at, e.deleted_at FROM inbox_entries e
        JOIN push_messages m ON m.id = e.message_id WHERE e.person_id = ? ORDER BY e.message_id`,
    ]),
    tables: ['inbox_entries', 'inboxes', 'push_messages'],
  },
  { name: 'documents', tables: ['documents'], rows: ownDocuments },
  {
    name: 'auditEntries',
    tables: ['audit_log'],
    rows: (db, { personId }) =>
      shown(
        readPages(
          db,
          'SELECT at, action, request_id FROM audit_log WHERE target = ? ORDER BY id',
          personReference(personId),
        ),
      ),
  },
  byPerson('deletions', 'person_deletions', [
    'SELECT deleted_at FROM person_deletions WHERE person_id = ? ORDER BY person_id',
  ]),
];

/** Rows of a query with the id of the person as its parameter, once or `times`. */
function byPerson(
  name: string,
  table: string,
  [sql, times = 1]: [sql: string, times?: number],
): PersonSection {
  return {
    name,
    tables: [table],
    rows: (db, { personId }) =>
      shown(readPages(db, sql, ...Array.from({ length: times }, () => personId))),
  };
}

/** Messages that devices of the person scheduled for themselves. */
async function* scheduledMessages(db: Queries, { personId }: Subject): AsyncGenerator<object> {
  for await (const { id } of readPages(db, `${OWN_DEVICES} ORDER BY id`, personId)) {
    const first = `device:${id}/`;
    yield* shown(
      readPages(
        db,
        `SELECT payload, send_at, state FROM push_messages WHERE sender > ? AND sender < ? ORDER BY id`,
        first,
        // '0' is the character after '/': every name with the prefix sorts before it.
        `${first.slice(0, -1)}0`,
      ),
    );
  }
}

async function* ownDocuments(db: Queries, { openIdIn }: Subject): AsyncGenerator<object> {
  const apps = 'SELECT DISTINCT app_id FROM documents WHERE owner IS NOT NULL ORDER BY app_id';
  for await (const { app_id } of readPages(db, apps)) {
    const appId = String(app_id);
    yield* shown(
      readPages(
        db,
        `SELECT app_id, collection, owner AS open_id, body FROM documents WHERE app_id = ? AND owner = ?
          ORDER BY collection, position`,
        appId,
        openIdIn(appId),
      ),
    );
  }
}

const JSON_COLUMNS: ReadonlySet<string> = new Set(['payload', 'upstream', 'body']);

/** Rows for people: times as text, JSON parsed, nulls left out. */
async function* shown(rows: AsyncIterable<Record<string, SqlValue>>): AsyncGenerator<object> {
  for await (const row of rows) {
    const entries = Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [camelCase(name), shownValue(name, value)]);
    yield Object.fromEntries(entries) as object;
  }
}

function shownValue(name: string, value: SqlValue): unknown {
  if (typeof value === 'number' && /(^|_)at$/.test(name)) return new Date(value).toISOString();
  return typeof value === 'string' && JSON_COLUMNS.has(name)
    ? (JSON.parse(value) as unknown)
    : value;
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
