import type { Client } from 'pg';

import { digestOf, newKey, registerDevice, tokenOfKey } from '../lib/seedGateway.ts';

/**
 * Creates devices that are subscribed to a topic. One is registered and subscribed through the API; the rows of the others
 * are copies of its rows with their own tokens. Returns their keys.
 */
export async function seedFleet(
  client: Client,
  origin: string,
  { topic, devices }: { topic: string; devices: number },
): Promise<string[]> {
  const first = await registerDevice(origin, [topic]);
  const keys = [first, ...Array.from({ length: devices - 1 }, newKey)];
  const tokens = keys.slice(1).map(tokenOfKey);
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_name = 'devices' AND column_name NOT IN ('id', 'token', 'token_key', 'has_come')`,
  );
  const names = rows.map(({ name }) => name).join(', ');
  const made = await client.query<{ id: string }>(
    `INSERT INTO devices (token, token_key, has_come, ${names})
      SELECT given.token, given.token_key, 1, ${names}
      FROM devices, unnest($2::text[], $3::text[]) AS given (token, token_key)
      WHERE devices.token = $1 RETURNING id`,
    [tokenOfKey(first), tokens, tokens.map(digestOf)],
  );
  await client.query(
    `INSERT INTO topic_subscriptions (topic, device_id, since, added_at)
      SELECT s.topic, made.id, s.since, s.added_at
      FROM topic_subscriptions s, devices d, unnest($3::bigint[]) AS made (id)
      WHERE s.topic = $1 AND s.device_id = d.id AND d.token = $2`,
    [topic, tokenOfKey(first), made.rows.map(({ id }) => id)],
  );
  return keys;
}
