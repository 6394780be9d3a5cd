import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  DEVICE_LIST,
  MESSAGE_LIST,
  listDevices,
  searchMessages,
} from '../../push/search/searchRows.ts';
import { CRASH_LIST, listCrashes } from '../../hosting/reports/crashes/crashRows.ts';
import { MINI_PROGRAM_LIST, listMiniPrograms } from '../../hosting/records/miniProgramRows.ts';
import { REVIEW_LIST, listReviews } from '../../hosting/records/reviewRows.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { plansOf } from '../../storage/database/testing/plansOf.ts';
import { SERVER_KEY, type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { readPages } from '../../testing/readPages.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { readPart } from './sortedList.ts';

type Item = Record<string, unknown>;

/** A list of the admin API, what it can be sorted by, and what tells its entries apart. */
interface TestedList {
  path: string;
  keys: Record<string, (item: Item) => string | number>;
  id: (item: Item) => string;
}

const text = (name: string) => (item: Item) => (item[name] as string | undefined) ?? '';
const lower = (name: string) => (item: Item) => String(item[name]).toLowerCase();
const number = (name: string) => (item: Item) => Number(item[name]);
const id = text('id');
const LISTS: TestedList[] = [
  {
    path: '/tokens',
    keys: {
      createdAt: id,
      name: lower('name'),
      lastUsedAt: text('lastUsedAt'),
      expiresAt: text('expiresAt'),
    },
    id,
  },
  {
    path: '/server-keys',
    keys: {
      createdAt: id,
      name: lower('name'),
      lastUsedAt: text('lastUsedAt'),
      // Those that never end come last.
      expiresAt: (item) => text('expiresAt')(item) || 'never',
    },
    id,
  },
  {
    path: '/keys',
    keys: { appId: text('appId'), name: lower('name'), createdAt: text('createdAt') },
    id: (item) => `${String(item['appId'])} ${String(item['id'])}`,
  },
  {
    path: '/publishers',
    keys: { id, name: lower('name'), apps: number('apps'), createdAt: text('createdAt') },
    id,
  },
  {
    path: '/mini-programs',
    keys: { appId: text('appId'), name: lower('name'), updatedAt: text('updatedAt') },
    id: text('appId'),
  },
  {
    path: '/devices',
    keys: { createdAt: number('id'), lastSeenAt: text('lastSeenAt') },
    // Ids of devices are numbers: in a text they are in their order when they are as long.
    id: (item) => String(item['id']).padStart(12, '0'),
  },
  { path: '/messages', keys: { createdAt: number('id') }, id },
  { path: '/topics', keys: { topic: text('topic') }, id: text('topic') },
  { path: '/audit', keys: { at: number('id') }, id },
  {
    path: '/crashes',
    keys: {
      lastAt: text('lastAt'),
      count: number('count'),
      installs: (item) => (item['installs'] as { count: number }).count,
    },
    id: (item) => `${String(item['appId'])} ${String(item['place'])}`,
  },
  {
    path: '/reviews',
    keys: { submittedAt: text('submittedAt') },
    id: (item) => `${String(item['appId'])} ${String(item['version'])}`,
  },
];
const ORDERS = LISTS.flatMap((list) =>
  Object.keys(list.keys).map((key) => ({ ...list, key, path: list.path })),
);

const MESSAGE_FILTERS: Parameters<typeof searchMessages>[2][] = [
  {},
  { topic: 'topic-1' },
  { sender: 'server-key' },
  { state: 'stored' },
  { state: 'scheduled' },
  { topic: 'topic-1', sender: 'server-key' },
  { topic: 'topic-1', state: 'stored' },
  { sender: 'server-key', state: 'cancelled' },
  { topic: 'topic-1', sender: 'server-key', state: 'scheduled' },
];

describe.each(testEngines())('lists of the admin API ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
    await fill(server);
  });
  afterAll(() => server.close());

  it.each(ORDERS)('$path are sorted by $key, both ways and over pages', async (list) => {
    const valueOf = list.keys[list.key]!;
    const sorted = async (sort: string) =>
      (await readPages<Item>(server, `/v1/admin${list.path}?sort=${sort}&limit=2`)).flat();
    const up = await sorted(list.key);
    expect(up.length).toBeGreaterThan(4);
    expect(new Set(up.map(list.id)).size).toBe(up.length);
    expect(up.map(valueOf)).toEqual(up.map(valueOf).toSorted(inOrder));
    expect((await sorted(`-${list.key}`)).map(list.id)).toEqual(up.map(list.id).toReversed());
  });

  it.each(LISTS)(
    '$path refuse what they are not sorted by, and a cursor of another order',
    async ({ path, keys }) => {
      const [key] = Object.keys(keys);
      const problem = expectProblem(
        await server.send('GET', `/v1/admin${path}?sort=secret_hash`),
        'invalid-query',
      );
      expect(JSON.stringify(problem)).toContain('/sort');
      const first = await server.send('GET', `/v1/admin${path}?sort=${key}&limit=1`);
      const { nextCursor } = first.json<{ nextCursor: string }>();
      const other = await server.send(
        'GET',
        `/v1/admin${path}?sort=-${key}&limit=1&cursor=${nextCursor}`,
      );
      expectProblem(other, 'invalid-query');
    },
  );

  it.each([
    ['/tokens', 'CALENDAR', 1],
    ['/server-keys', 'calendar', 1],
    ['/keys', 'com.list.MAP', 1],
    ['/keys', '%', 0],
    ['/publishers', 'alen', 1],
    ['/mini-programs', 'com.list.calendar', 1],
    ['/tokens', '%', 0],
    ['/server-keys', '_', 0],
    ['/publishers', '!', 0],
  ])('%s are searched for %s in names and ids', async (path, q, found) => {
    const url = `/v1/admin${path}?q=${encodeURIComponent(q)}`;
    expect((await readPages<Item>(server, url)).flat()).toHaveLength(found);
  });

  it('finds sessions of the console by who has them and where they are from', async () => {
    const found = async (q: string) =>
      (await readPages<Item>(server, `/v1/admin/console-sessions?q=${q}`))
        .flat()
        .map(({ name }) => name);
    expect(await found('calendar')).toEqual(['Calendar']);
    expect(await found('admin_token')).toEqual(['ADMIN_TOKEN']);
    expect(await found('192.0.2')).toEqual(['Calendar', 'ADMIN_TOKEN']);
    const url = '/v1/admin/console-sessions?sort=lastUsedAt&limit=1';
    const pages = await readPages<Item>(server, url);
    expect(pages.flat().map(({ name }) => name)).toEqual(['Calendar', 'ADMIN_TOKEN']);
  });

  it('sorts what a token sees of several lists, and shows nothing else', async () => {
    const apps = ['com.list.calendar', 'com.list.map', 'com.list.nothing'];
    const { token } = await server.issue({ scopes: ['read'], apps });
    const seen = async (path: string) =>
      (await readPages<Item>(server, `/v1/admin${path}`, { token })).flat().map(text('appId'));
    expect(await seen('/mini-programs?sort=-name&limit=1')).toEqual([apps[1], apps[0]]);
    expect(await seen('/keys?sort=-name&limit=1')).toEqual([apps[1], apps[0]]);
    expect(new Set(await seen('/crashes?sort=-count&limit=1'))).toEqual(
      new Set([apps[0], apps[1]]),
    );
    expect(new Set(await seen('/reviews?limit=1'))).toEqual(new Set([apps[0], apps[1]]));
  });

  it('sorts the devices of a topic by their ids alone, and says so', async () => {
    const path = '/v1/admin/devices?topic=topic-1';
    expectProblem(await server.send('GET', `${path}&sort=-lastSeenAt`), 'invalid-query');
    const up = (await readPages<Item>(server, `${path}&sort=createdAt&limit=1`)).flat().map(id);
    expect(up.length).toBeGreaterThan(1);
    expect((await readPages<Item>(server, path)).flat().map(id)).toEqual(up.toReversed());
  });

  it('never sorts a list that can grow: an index has each of its orders', async () => {
    const none = { apps: undefined, q: undefined, version: undefined, state: undefined };
    const cursor = undefined;
    const lists: [string[], (db: Queries, sort: string) => unknown][] = [
      [
        Object.keys(DEVICE_LIST.keys),
        (db, sort) => listDevices(db, readPart(DEVICE_LIST, { sort, cursor }), {}),
      ],
      [
        Object.keys(MINI_PROGRAM_LIST.keys),
        (db, sort) => listMiniPrograms(db, readPart(MINI_PROGRAM_LIST, { sort, cursor }), none),
      ],
      [
        Object.keys(CRASH_LIST.keys),
        (db, sort) => listCrashes(db, readPart(CRASH_LIST, { sort, cursor }), none),
      ],
      [
        Object.keys(REVIEW_LIST.keys),
        (db, sort) => listReviews(db, readPart(REVIEW_LIST, { sort, cursor }), none),
      ],
      ...MESSAGE_FILTERS.map((filter): [string[], (db: Queries, sort: string) => unknown] => [
        Object.keys(MESSAGE_LIST.keys),
        (db, sort) => searchMessages(db, readPart(MESSAGE_LIST, { sort, cursor }), filter),
      ]),
    ];
    for (const [keys, list] of lists) {
      for (const sort of keys.flatMap((key) => [key, `-${key}`])) {
        const [plan] = await plansOf(server.db, (db) => list(db, sort));
        expect(plan, sort).not.toMatch(/TEMP B-TREE|\bSort\b/);
      }
    }
  });
});

function inOrder(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Puts a few rows into every list, with names in no order and with equal values among them. */
async function fill(server: TestServer): Promise<void> {
  const { db } = server;
  const names = ['map', 'Calendar', 'orders', 'Weather', 'orders'];
  const insert = async (table: string, row: Record<string, string | number | null>) => {
    const columns = Object.keys(row);
    await db.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      ...Object.values(row),
    );
  };
  const now = Date.now();
  const tokens: string[] = [];
  for (const [index, name] of names.entries()) {
    const { id: token } = await server.issue({ scopes: ['read'], name });
    tokens.push(token);
    const used = index % 2 === 0 ? null : now - index;
    await db.run(
      'UPDATE tokens SET last_used_at = ?, expires_at = ? WHERE id = ?',
      used,
      now + ((index * 3) % 5) * 60_000 + 60_000,
      token,
    );
    const issued = await server.post('/v1/admin/server-keys', { name, scopes: ['read'] });
    const ends = index === 3 ? null : now + ((index * 3) % 5) * 60_000 + 60_000;
    await db.run(
      'UPDATE server_keys SET last_used_at = ?, expires_at = ? WHERE id = ?',
      used,
      ends,
      issued.json<{ id: string }>().id,
    );
    const publisher = `${name.toLowerCase()}-${index}`;
    await insert('publishers', {
      id: publisher,
      name,
      created_at: now + (index % 3),
      updated_at: now,
    });
    const appId = `com.list.${name.toLowerCase()}${index === 4 ? '2' : ''}`;
    await server.publish(appId, '1.0.0');
    await db.run('UPDATE mini_programs SET name = ? WHERE app_id = ?', name, appId);
    await insert('publisher_keys', {
      app_id: appId,
      id: `${index}`.padStart(16, '0'),
      name,
      public_key: '',
      created_at: now + (index % 3),
    });
    await insert('reviews', {
      app_id: appId,
      version: '1.0.0',
      state: 'submitted',
      submission: 1,
      submitted_by: 'root',
      submitted_at: now - (index % 3),
    });
    await insert('crashes', {
      app_id: appId,
      place: randomUUID().replaceAll('-', ''),
      kind: 'crashed',
      message: '',
      at_frame: '',
      last_version: '1.0.0',
      count: (index * 2) % 5,
      installs: index % 2,
      sketch: JSON.stringify(index % 2 === 0 ? [] : [1]),
      first_at: now,
      last_at: now - ((index * 2) % 5),
    });
    const device = `sorted-${index}-${'t'.repeat(40)}`;
    const payload = { token: device, platform: 'android' };
    await server.send('POST', '/devices/register', { payload, token: undefined });
    await db.run('UPDATE devices SET last_seen = ? WHERE token = ?', now - (index % 3), device);
    await insert('topic_subscriptions', {
      topic: `topic-${index % 2}`,
      device_id: (await db.get<{ id: number }>('SELECT MAX(id) AS id FROM devices'))!.id,
      since: 0,
      added_at: now,
    });
    await insert('topic_subscriptions', {
      topic: `${name}-${index}`,
      device_id: (await db.get<{ id: number }>('SELECT MAX(id) AS id FROM devices'))!.id,
      since: 0,
      added_at: now,
    });
    await server.send('POST', '/fcm/send', {
      token: undefined,
      headers: { authorization: `key=${SERVER_KEY}` },
      payload: { to: '/topics/topic-1', notification: { title: name } },
    });
  }
  for (const [index, tokenId] of [null, tokens[1]!].entries()) {
    await insert('console_sessions', {
      id: `${index}`.padStart(26, '0'),
      secret_hash: '',
      token_id: tokenId,
      root_proof: null,
      address: `192.0.2.${index}`,
      created_at: now,
      last_used_at: now - index,
      expires_at: now + 3_600_000,
    });
  }
}
