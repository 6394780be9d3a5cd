import { Client } from 'pg';
import { describe, expect, inject, it } from 'vitest';

import { issueCredentials, tokenKeyOf } from '../src/push/devices/deviceToken.ts';
import { aboveRate } from './testing/aboveRate.ts';
import {
  type Attempt,
  type RawDevice,
  type TurnedAway,
  connectRaw,
  publishRaw,
  untilAll,
} from './testing/rawDevices.ts';
import { useSchema } from './testing/useSchema.ts';
import { useServer } from './testing/useServer.ts';

/** How many devices come at once, and how many of them may connect in a second. */
const STORMS = [
  // Fewer than a busy machine could take: here the limit alone holds them up.
  [200, 10],
  // What CONNECTS_PER_SECOND is where nobody sets it.
  [10_000, 500],
] as const;
const SERVER_KEY = 'server-key-of-this-test';
/** A frame that closes a connection with the code 1013, "try again later". */
const TRY_AGAIN_LATER = /\x88.\x03\xf5/s;

const postgresUrl = inject('postgresUrl');

describe.each(postgresUrl === undefined ? [] : STORMS)(
  'a storm of %i on PostgreSQL',
  (count, perSecond) => {
    const databaseUrl = useSchema(postgresUrl!);
    const built = useServer();

    it(
      'is admitted at a rate: each is told when to come again, nobody is closed, and all get what is sent, once',
      { timeout: 480_000 },
      async () => {
        let server = await built.start(await built.newFolder(), {
          SERVER_KEY,
          PEOPLE_SECRET: 'a-secret-that-all-nodes-have',
          DATABASE_URL: databaseUrl(),
          CONNECTS_PER_SECOND: String(perSecond),
        });
        const devices = await addDevices(databaseUrl(), count);
        await server.kill('SIGKILL');
        server = await server.restart();

        const turnedAway: TurnedAway[] = [];
        const admitted: Attempt[] = [];
        const all = Promise.all(
          devices.map(async (device) => {
            const attempt = await connectRaw(server, device, (answer) => turnedAway.push(answer));
            admitted.push(attempt);
          }),
        );
        await publishRaw(server, SERVER_KEY, 'meanwhile');
        await all;
        await publishRaw(server, SERVER_KEY, 'afterwards');
        await untilAll(devices, 'afterwards');

        expect(aboveRate(perSecond, admitted)).toBeUndefined();
        expect(new Set(turnedAway.map(({ status }) => status))).toEqual(new Set([503]));
        const waits = turnedAway.map(({ retryAfterSeconds }) => retryAfterSeconds);
        expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
        // They come one after the other, not all at the same moment.
        expect(new Set(waits).size).toBeGreaterThan(1);
        for (const { heard, socket } of devices) {
          expect(heard.split('"n":"meanwhile"')).toHaveLength(2);
          expect(heard.split('"n":"afterwards"')).toHaveLength(2);
          expect(heard).not.toMatch(TRY_AGAIN_LATER);
          expect(socket!.destroyed).toBe(false);
          socket!.destroy();
        }
        await server.kill('SIGKILL');
      },
    );
  },
);

/** Registers the devices in the database: one by one would take longer than the test. */
async function addDevices(databaseUrl: string, count: number): Promise<RawDevice[]> {
  const made = Array.from({ length: count }, () => issueCredentials());
  const tokens = made.map(({ token }) => token);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO devices (token_key, token, platform, owner_since, created_at, last_seen, position)
        SELECT token_key, token, 'web', 0, $3::bigint, $3::bigint, 0
        FROM unnest($1::text[], $2::text[]) AS made (token_key, token)`,
      [tokens.map(tokenKeyOf), tokens, Date.now()],
    );
    await client.query(
      `INSERT INTO topic_subscriptions (topic, device_id, since, added_at)
        SELECT 'all', id, 0, 0 FROM devices`,
    );
  } finally {
    await client.end();
  }
  return made.map(({ key }) => ({ key, socket: undefined, heard: '' }));
}
