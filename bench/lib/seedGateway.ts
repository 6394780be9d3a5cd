import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';

import { temporaryFolder } from './leaveNothing.ts';
import { startPlatform } from './startPlatform.ts';

/** A gateway's data folder with registered devices. */
export interface SeededGateway {
  dataDir: string;
  /** The keys of the devices; their tokens are {@link tokenOfKey}. */
  keys: string[];
}

type Topics = Readonly<Record<string, number>>;
type Row = Record<string, string | number | null>;

/**
 * A gateway with many devices that are subscribed to some topics. One of them is registered and subscribed through the
 * API; the rows of the others are copies of its rows with their own tokens, so they match what the code would write.
 */
export async function seedGateway(
  main: string,
  { devices, topics }: { devices: number; /** How many devices each has. */ topics: Topics },
): Promise<SeededGateway> {
  const dataDir = await temporaryFolder();
  const server = await startPlatform({ main, dataDir });
  const key = await registerDevice(server.origin, Object.keys(topics));
  await server.stop();
  const keys = [key, ...Array.from({ length: devices - 1 }, newKey)];
  copyDevice(join(dataDir, 'host.db'), keys.map(tokenOfKey), topics);
  return { dataDir, keys };
}

/** Registers a device through the API, and subscribes it. Returns its key. */
export async function registerDevice(origin: string, topics: readonly string[]): Promise<string> {
  const key = newKey();
  await call(origin, 'POST', '/devices/register', { token: tokenOfKey(key), platform: 'android' });
  for (const topic of topics) await call(origin, 'PUT', `/v1/push/topics/${topic}`, {}, key);
  return key;
}

/** The token that senders use for a device. */
export function tokenOfKey(key: string): string {
  return `hgt_${digestOf(key)}`;
}

/** A random key as devices generate it. */
export function newKey(): string {
  return `hgk_${randomBytes(32).toString('base64url')}`;
}

/** The digest of a token, by which devices are looked up. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

async function call(origin: string, method: string, path: string, body: object, key?: string) {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

/** Copies the first token's device and its subscriptions for the other tokens. */
function copyDevice(file: string, [token, ...tokens]: string[], topics: Topics): void {
  const db = new DatabaseSync(file);
  try {
    db.exec('BEGIN');
    const template = db.prepare('SELECT * FROM devices WHERE token = ?').get(token!) as Row;
    if (template['token_key'] !== digestOf(token!)) {
      throw new Error('Devices are found by something else now than the digest of their token.');
    }
    const { id, ...registered } = template;
    // As if it had connected before, since the cost of a first connection is not measured here.
    const columns: Row = { ...registered, has_come: 1 };
    const names = Object.keys(columns);
    const insert = db.prepare(
      `INSERT INTO devices (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    );
    for (const each of tokens) {
      const row: Row = { ...columns, token: each, token_key: digestOf(each) };
      insert.run(...names.map((name) => row[name]!));
    }
    const subscribe = db.prepare(
      `INSERT INTO topic_subscriptions (topic, device_id, since, added_at)
        SELECT s.topic, d.id, s.since, s.added_at FROM topic_subscriptions s, devices d
        WHERE s.topic = ? AND s.device_id = ? AND d.id > s.device_id ORDER BY d.id LIMIT ?`,
    );
    for (const [topic, count] of Object.entries(topics)) subscribe.run(topic, id!, count - 1);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}
