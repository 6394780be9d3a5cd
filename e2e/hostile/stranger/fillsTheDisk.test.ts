import { randomBytes, randomUUID } from 'node:crypto';

import { type TestServer, createTestServer, newAppId, testEngines } from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Response = Awaited<ReturnType<TestServer['send']>>;

interface Attack {
  name: string;
  /** The quota that stops it. */
  quota: string;
  /** What it fills. */
  tables: readonly string[];
  /** Sends as much as one request can carry, from an address. Gives back the answer that says whether more is taken. */
  send: (server: TestServer, from: string, appId: string) => Promise<Response>;
}

const DEVICE_TOPICS = 20;
const DEVICE_SCHEDULES = 5;

/** Everything that a stranger can have stored. Whoever adds a table that strangers can fill adds how they would try. */
const ATTACKS: readonly Attack[] = [
  {
    name: 'registering devices with the longest tokens',
    quota: 'devices',
    tables: ['devices'],
    send: (server, from) =>
      register(server, from, randomBytes(1536).toString('base64url').repeat(2)),
  },
  {
    name: 'subscribing new devices to topics with the longest names',
    quota: 'topics',
    tables: ['topic_subscriptions'],
    send: async (server, from) => {
      const { key, refusal } = await newDevice(server, from);
      if (refusal) return refusal;
      let last: Response | undefined;
      for (let n = 0; n < DEVICE_TOPICS && last?.statusCode !== 429; n++) {
        const topic = `${n}-${'t'.repeat(880)}`;
        last = await server.send('PUT', `/v1/push/topics/${topic}`, {
          token: key,
          remoteAddress: from,
        });
      }
      return last!;
    },
  },
  {
    name: 'scheduling what is sent at once, again and again',
    quota: 'schedules',
    tables: ['push_messages', 'push_deliveries'],
    send: async (server, from) => {
      const { key, refusal } = await newDevice(server, from);
      if (refusal) return refusal;
      let last: Response | undefined;
      for (let n = 0; n < DEVICE_SCHEDULES && last?.statusCode !== 429; n++) {
        last = await server.send('PUT', `/v1/push/scheduled/s${n}`, {
          token: key,
          remoteAddress: from,
          payload: { sendAt: new Date().toISOString(), title: 'x', body: 'b'.repeat(3000) },
        });
      }
      return last!;
    },
  },
  {
    name: 'counting events that never were',
    quota: 'analytics',
    tables: ['analytics_seen', 'analytics_counts'],
    send: (server, from, appId) =>
      server.post(
        '/v1/analytics/events',
        {
          events: Array.from({ length: 100 }, () => ({
            id: randomBytes(48).toString('base64url'),
            appId,
            version: '1.0.0',
            type: 'track',
            name: randomUUID(),
            at: new Date().toISOString(),
            installId: 'install-1',
          })),
        },
        { token: undefined, remoteAddress: from },
      ),
  },
  {
    name: 'making accounts',
    quota: 'accounts',
    tables: ['accounts'],
    send: (server, from) =>
      server.post(
        '/v1/accounts',
        { email: `${randomUUID()}@example.com`, password: 'long enough', name: 'n'.repeat(80) },
        { token: undefined, remoteAddress: from },
      ),
  },
];

/** Enough for each attack to use up what the tests leave to it. */
const TRIES = 60;
const STRANGER = '203.0.113.9';

describe.each(testEngines())('a stranger who fills the disk ($name)', (engine) => {
  let server: TestServer;
  let appId: string;
  beforeAll(async () => {
    // A fiftieth of what a network may do, so that it is used up soon.
    server = await createTestServer({ engine, quotas: { networkFactor: 0.02 } });
    await server.app.ready();
    appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
  });
  afterAll(() => server.close());

  it.each(ATTACKS)('is stopped when $name, and nobody else is', async ({ quota, tables, send }) => {
    // Each from a network of its own: none is stopped by what another used up.
    const place = ATTACKS.findIndex((each) => each.quota === quota);
    const stranger = `2001:db8:a${place}::1`;
    const neighbour = `2001:db8:b${place}::1`;
    let refused: Response | undefined;
    for (let n = 0; n < TRIES && !refused; n++) {
      const answer = await send(server, stranger, appId);
      if (answer.statusCode >= 400) refused = answer;
    }
    expect(refused?.json()).toMatchObject({
      status: 429,
      code: 'quota-exceeded',
      detail: `Your network has stored its part of ${quota} today.`,
    });
    expect(Number(refused!.headers['retry-after'])).toBeGreaterThan(60);

    const rows = await countRows(server, tables);
    expect((await send(server, stranger, appId)).statusCode).toBe(429);
    expect(await countRows(server, tables)).toEqual(rows);
    // A neighbour is not taken for the stranger.
    expect((await send(server, neighbour, appId)).statusCode).toBeLessThan(300);
  });

  it('is one network with all addresses of an IPv6 prefix', async () => {
    const answers = new Set<number>();
    for (let n = 1; n <= 40; n++) {
      const token = randomBytes(1536).toString('base64url').repeat(2);
      answers.add((await register(server, `2001:db8:1:2::${n.toString(16)}`, token)).statusCode);
    }
    expect([...answers]).toEqual([201, 429]);
  });

  it('gets no more by deleting and registering again', async () => {
    const from = '203.0.113.77';
    const answers: number[] = [];
    for (let n = 0; n < 60 && answers.at(-1) !== 429; n++) {
      const token = randomBytes(1536).toString('base64url').repeat(2);
      answers.push((await register(server, from, token)).statusCode);
      await server.send('DELETE', `/devices/${token}`, { token: undefined, remoteAddress: from });
    }
    expect(answers.at(-1)).toBe(429);
  });
});

describe.each(testEngines())('strangers in many networks ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    // Ten that never came, and a ten-thousandth of what everybody together may store.
    server = await createTestServer({ engine, config: { quotaFactor: 0.0005 } });
    await server.app.ready();
  });
  afterAll(() => server.close());

  it('push out only each other, never a device that came or has a person', async () => {
    const { key, token } = await newDevice(server, '192.0.2.1');
    await server.post('/v1/push/acks', { cursor: 0 }, { token: key });
    const session = await signUp(server);
    const owned = `owned-${randomUUID()}`;
    expect((await register(server, '192.0.2.2', owned, session)).statusCode).toBe(201);

    const first = `first-${randomUUID()}`;
    await register(server, '192.0.2.3', first);
    for (let n = 0; n < 40; n++) {
      const answer = await register(
        server,
        `2001:db8:${n.toString(16)}::1`,
        `token-${randomUUID()}`,
      );
      expect(answer.statusCode, answer.body).toBe(201);
    }
    const kept = async (each: string) =>
      (await server.db.get('SELECT 1 AS found FROM devices WHERE token = ?', each)) !== undefined;
    expect(await Promise.all([token, owned, first].map(kept))).toEqual([true, true, false]);
    expect((await countRows(server, ['devices']))['devices']).toBeLessThanOrEqual(12);
  });

  it('are refused with 507 when all of them have stored their part, and people and known devices go on', async () => {
    const { key, token } = await newDevice(server, '192.0.2.1');
    await server.post('/v1/push/acks', { cursor: 0 }, { token: key });
    await server.db.run('UPDATE devices SET created_at = 1 WHERE token = ?', token);
    const session = await signUp(server);
    let refused: Response | undefined;
    for (let n = 0; n < 100 && !refused; n++) {
      const long = randomBytes(1536).toString('base64url').repeat(2);
      const answer = await register(server, `2001:db8:1${n.toString(16)}::1`, long);
      if (answer.statusCode !== 201) refused = answer;
    }
    expect(refused?.json()).toMatchObject({ status: 507, code: 'quota-full' });
    expect(refused!.headers['retry-after']).toBeDefined();

    expect((await register(server, STRANGER, `mine-${randomUUID()}`, session)).statusCode).toBe(
      201,
    );
    expect((await register(server, STRANGER, token, undefined, key)).statusCode).toBe(200);
    const subscribed = await server.send('PUT', '/v1/push/topics/news', { token: key });
    expect(subscribed.statusCode).toBe(200);

    const metrics = (await server.send('GET', '/metrics')).body;
    expect(metrics).toMatch(/storage_quota_used_ratio\{quota="devices-of-strangers"\} (0\.9|1)/);
    expect(metrics).toMatch(/storage_quota_refusals_total\{quota="devices-of-strangers"\} 1/);
  });
});

function register(server: TestServer, from: string, token: string, session?: string, key?: string) {
  return server.post(
    '/devices/register',
    { token, platform: 'android', ...(key && { key }) },
    { token: session, remoteAddress: from },
  );
}

async function newDevice(server: TestServer, from: string) {
  const { token, key } = (await server.post('/v1/push/tokens')).json<{
    token: string;
    key: string;
  }>();
  const answer = await register(server, from, token);
  return { token, key, refusal: answer.statusCode < 300 ? undefined : answer };
}

async function signUp(server: TestServer): Promise<string> {
  const account = { email: `${randomUUID()}@example.com`, password: 'long enough', name: 'Ann' };
  await server.post('/v1/accounts', account, { token: undefined });
  const { email, password } = account;
  const answer = await server.post('/v1/sessions', { email, password }, { token: undefined });
  return answer.json<{ accessToken: string }>().accessToken;
}

async function countRows(server: TestServer, tables: readonly string[]) {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const row = await server.db.get<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`);
    counts[table] = row!.count;
  }
  return counts;
}
