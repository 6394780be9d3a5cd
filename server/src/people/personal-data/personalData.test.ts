import { randomUUID } from 'node:crypto';

import { type AuditEntry, userTopic } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { vouchedApp } from '../../hosting/mini-app-api/testing/vouchedApp.ts';
import { TABLES } from '../../operations/inventory/tableInventory.ts';
import { tokenKeyOf } from '../../push/devices/deviceToken.ts';
import type { SqlValue } from '../../storage/database/Database.types.ts';
import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { dumpDatabase } from '../../testing/dumpDatabase.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { type TestPerson, personOn, sendAs } from '../testing/personOn.ts';
import { PERSON_SECTIONS } from './personSections.ts';

/** Columns by which rows belong to a person, though they do not hold their id. */
const INDIRECT = /^(device_id|token_key|owner|recipient_key|email_key)$/;
/** Nothing of a person: what a message was, apart from who got it, and what a device is without its person. */
const NOT_OF_A_PERSON = new Set(['device_groups']);
/** Filled by deleting alone. */
const UNFILLED = new Set(['person_deletions', 'audit_log']);

interface Filled extends TestPerson {
  /** Starts every text that is written for the person. */
  mark: string;
  openId: string;
  deviceId: number;
  leftDeviceId: number;
  token: string;
  messageId: number;
}

type Export = Record<string, Record<string, unknown>[]>;

describe.each(testEngines())('the data of a person ($name)', (engine) => {
  let server: TestServer;
  let app: Awaited<ReturnType<typeof vouchedApp>>;
  let nextId = 1000;
  beforeAll(async () => {
    server = await createTestServer({ engine });
    app = await vouchedApp(server, { documents: [], private: true });
  });
  afterAll(() => server.close());

  const insert = (table: string, row: Record<string, SqlValue>) =>
    server.db.run(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')})
        VALUES (${Object.keys(row)
          .map(() => '?')
          .join(', ')})`,
      ...Object.values(row),
    );
  const exportOf = async (person: TestPerson) => {
    const response = await sendAs(server, await person.signIn(), 'GET', '/v1/me/export');
    expect(response.statusCode, response.body).toBe(200);
    return response.json<Export>();
  };
  const openIdOf = async (person: TestPerson) => {
    const session = await person.signIn();
    const payload = { state: 'granted' };
    await sendAs(server, session, 'PUT', `/v1/consents/${app.appId}/user`, { payload });
    const url = `/v1/mini-programs/${app.appId}/token`;
    const answer = await sendAs(server, session, 'POST', url);
    return answer.json<{ user: { openId: string } }>().user.openId;
  };
  const message = (id: number, text: string, more: Record<string, SqlValue> = {}) =>
    insert('push_messages', {
      id,
      position: id,
      sender: 'key',
      payload: JSON.stringify({ notification: { title: text } }),
      has_notification: 1,
      state: 'sent',
      created_at: 1,
      send_at: 1,
      expires_at: 9e12,
      ...more,
    });

  /** How each table gets rows of a person. A table that comes later fails the test until it is here. */
  const FILL: Record<string, (person: Filled) => Promise<unknown>> = {
    accounts: async () => undefined,
    sessions: async ({ me, mark }) =>
      insert('sessions', {
        id: randomUUID(),
        person_id: me.id,
        salt: 'salt',
        generation: 1,
        rotated_at: 1,
        user_agent: `${mark}sessions`,
        created_at: 1,
        expires_at: 9e12,
      }),
    consents: async ({ me, mark }) =>
      insert('consents', {
        person_id: me.id,
        app_id: `${mark}consents`,
        permission: 'push',
        state: 'granted',
        answered_at: 1,
      }),
    open_ids: async ({ me, mark }) =>
      insert('open_ids', { app_id: `${mark}open_ids`, open_id: randomUUID(), person_id: me.id }),
    pending_accounts: async ({ email, mark }) =>
      insert('pending_accounts', {
        id: randomUUID(),
        email,
        email_key: email,
        name: `${mark}pending_accounts`,
        password_hash: 'hash',
        expires_at: 9e12,
      }),
    account_links: async ({ me, mark }) =>
      insert('account_links', {
        token_hash: randomUUID(),
        purpose: 'verify',
        account_id: me.id,
        email: `${mark}account_links`,
        expires_at: 9e12,
      }),
    mails: async ({ email, me, mark }) => {
      const mail = {
        recipient: email,
        attempts: 0,
        created_at: 1,
        next_at: 9e12,
        expires_at: 9e12,
      };
      for (const [recipient_key, account_id] of [
        [email, null],
        ['else', me.id],
      ] as const) {
        const id = randomUUID();
        await insert('mails', { ...mail, id, kind: `${mark}mails`, recipient_key, account_id });
      }
    },
    devices: async (person) => {
      const { me, mark, token } = person;
      const device = {
        owner_since: 0,
        created_at: 1,
        last_seen: 1,
        position: 0,
        owner_id: me.id,
      };
      const own = { person_id: me.id, platform: `${mark}devices` };
      await insert('devices', { ...device, ...own, token, token_key: tokenKeyOf(token) });
      // One that they signed out of.
      const left = randomUUID();
      await insert('devices', { ...device, platform: 'ios', token: left, token_key: left });
      const idOf = async (key: string) =>
        (await server.db.get<{ id: number }>('SELECT id FROM devices WHERE token_key = ?', key))!
          .id;
      person.deviceId = await idOf(tokenKeyOf(token));
      person.leftDeviceId = await idOf(left);
    },
    replaced_tokens: async ({ mark, deviceId }) =>
      insert('replaced_tokens', { token_key: `${mark}replaced_tokens`, device_id: deviceId }),
    device_challenges: async ({ token }) =>
      insert('device_challenges', {
        code_hash: randomUUID(),
        token_key: tokenKeyOf(token),
        expires_at: 9e12,
      }),
    topic_subscriptions: async ({ me, mark, deviceId }) => {
      for (const topic of [`${mark}topic_subscriptions`, userTopic(me.id)]) {
        const row = { topic, device_id: deviceId, since: 0, added_at: 1 };
        await insert('topic_subscriptions', row);
      }
    },
    device_groups: async () => undefined,
    device_group_members: async ({ mark, token }) => {
      const group_key = randomUUID();
      const name = `${mark}device_group_members`;
      await insert('device_groups', { group_key, sender: 'key', name, created_at: 1 });
      await insert('device_group_members', { group_key, token_key: tokenKeyOf(token), token });
    },
    push_messages: async ({ me, mark, deviceId, messageId }) => {
      await message(messageId, `${mark}push_messages to them`, { topic: userTopic(me.id) });
      const sender = `device:${deviceId}/reminder`;
      await message(messageId + 1, `${mark}push_messages scheduled`, { sender });
      const condition = `'news' in topics || '${userTopic(me.id)}' in topics`;
      await message(messageId + 2, 'For everybody', { condition });
    },
    push_people: async ({ me, mark, messageId }) => {
      await message(messageId + 9, `${mark}push_people`);
      await insert('push_people', { message_id: messageId + 9, person_id: me.id });
    },
    push_deliveries: async ({ mark, deviceId, leftDeviceId, messageId }) => {
      await message(messageId + 3, `${mark}push_deliveries`);
      const row = { message_id: messageId + 3, position: messageId + 3, updated_at: 1 };
      await insert('push_deliveries', { ...row, device_id: deviceId, state: 'delivered' });
      await insert('push_deliveries', { ...row, device_id: leftDeviceId, state: 'sent' });
    },
    push_openings: async ({ deviceId, messageId }) =>
      insert('push_openings', { message_id: messageId + 2, device_id: deviceId, at: 1 }),
    push_held: async ({ mark, deviceId, messageId }) =>
      insert('push_held', {
        message_id: messageId + 2,
        device_id: deviceId,
        reason: `${mark}push_held`,
        at: 1,
      }),
    push_answers: async ({ mark, deviceId, messageId }) =>
      insert('push_answers', {
        device_id: deviceId,
        message_id: messageId + 2,
        attempt: 1,
        transport: 'fcm',
        outcome: 'retry',
        code: `${mark}push_answers`,
        at: 1,
      }),
    push_jobs: async ({ deviceId, messageId }) =>
      insert('push_jobs', { message_id: messageId + 2, device_id: deviceId, due_at: 9e12 }),
    push_dead_letters: async ({ mark, deviceId, messageId }) =>
      insert('push_dead_letters', {
        message_id: messageId + 2,
        device_id: deviceId,
        transport: 'fcm',
        reason: `${mark}push_dead_letters`,
        at: 1,
      }),
    inboxes: async () => undefined,
    inbox_entries: async ({ me, mark, messageId }) => {
      await insert('inboxes', { person_id: me.id, position: 1 });
      await message(messageId + 4, `${mark}inbox_entries`, { topic: userTopic(me.id) });
      await insert('inbox_entries', { person_id: me.id, message_id: messageId + 4 });
    },
    documents: async ({ openId, mark }) => {
      const url = `${app.collections}/items/documents/${randomUUID()}`;
      const payload = { id: url.split('/').at(-1), text: `${mark}documents` };
      const answer = await server.send('PUT', `${url}?owner=${openId}`, { payload });
      if (answer.statusCode !== 201) throw new Error(answer.body);
    },
  };

  async function fill(): Promise<Filled> {
    const mark = `mark-${randomUUID()}-`;
    const person = await personOn(server, `${mark}accounts`);
    nextId += 100;
    const ids = { deviceId: 0, leftDeviceId: 0, messageId: nextId, token: `token-${mark}` };
    const filled = { ...person, ...ids, mark, openId: await openIdOf(person) };
    for (const fillTable of Object.values(FILL)) await fillTable(filled);
    return filled;
  }

  /** Texts that lead to a person. */
  const tracesOf = (person: Filled) => [
    person.me.id,
    person.email,
    person.mark,
    person.openId,
    person.token,
    tokenKeyOf(person.token),
  ];
  const rowsOf = async (person: Filled) => {
    const dump = await dumpDatabase(server.db);
    return Object.entries(dump).flatMap(([table, rows]) =>
      rows
        .map((row) => `${table} ${JSON.stringify(row)}`)
        .filter((text) => tracesOf(person).some((trace) => text.includes(trace))),
    );
  };

  it('is found in every table that holds a person, and nowhere else', async () => {
    const known = new Set(PERSON_SECTIONS.flatMap(({ tables }) => tables));
    const dump = await dumpDatabase(server.db);
    const direct = TABLES.filter(({ personColumns }) => personColumns.length > 0);
    for (const { table } of direct) expect(known, table).toContain(table);
    await fill();
    const indirect = Object.entries(await dumpDatabase(server.db))
      .filter(([, rows]) => Object.keys(rows[0] ?? {}).some((column) => INDIRECT.test(column)))
      .map(([table]) => table);
    expect([...known]).toEqual(expect.arrayContaining(indirect));
    expect(Object.keys(dump)).toEqual(expect.arrayContaining([...known]));
    const filled = [...Object.keys(FILL), ...UNFILLED];
    expect(filled.toSorted()).toEqual([...known].toSorted());
  });

  it('is all in their export, and nothing of anybody else', async () => {
    const [ann, ben] = [await fill(), await fill()];
    const exported = await exportOf(ann);
    const text = JSON.stringify(exported);
    const withoutText = new Set(['inboxes', 'push_openings', 'push_jobs', 'device_challenges']);
    for (const table of Object.keys(FILL)) {
      if (NOT_OF_A_PERSON.has(table) || withoutText.has(table)) continue;
      expect(text, table).toContain(`${ann.mark}${table}`);
    }
    expect(exported['openings']).toEqual([
      { messageId: ann.messageId + 2, deviceId: ann.deviceId, at: new Date(1).toISOString() },
    ]);
    expect(exported['deliveriesUnderWay']).toHaveLength(1);
    expect(exported['deviceProofs']).toHaveLength(1);
    expect(text).toContain(`${ann.mark}push_messages to them`);
    expect(text).toContain(`${ann.mark}push_messages scheduled`);
    expect(exported['account']).toMatchObject([
      { id: ann.me.id, email: ann.email, createdAt: expect.stringMatching(/Z$/) },
    ]);
    for (const trace of tracesOf(ben)) expect(text).not.toContain(trace);
    // What proves something to the server stays there.
    for (const secret of ['hash', 'salt', '$scrypt']) {
      expect(text.replaceAll(ann.mark, '')).not.toContain(`"${secret}`);
    }
  });

  it.each(['by themselves', 'by an operator'])('is all gone when it is deleted %s', async (by) => {
    const [ann, ben] = [await fill(), await fill()];
    const bens = await rowsOf(ben);
    expect(bens.length).toBeGreaterThan(Object.keys(FILL).length);
    const deleted =
      by === 'by themselves'
        ? await sendAs(server, await ann.signIn(), 'DELETE', '/v1/me', {
            payload: { password: ann.password },
          })
        : await server.send('DELETE', `/v1/admin/people/${ann.me.id}`);
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { id: ann.me.id }]);

    expect(await rowsOf(ann)).toEqual([]);
    const dump = await dumpDatabase(server.db);
    const rows = Object.values(dump).flat() as { device_id?: number; id?: number }[];
    for (const id of [ann.deviceId, ann.leftDeviceId]) {
      expect(rows.filter(({ device_id }) => device_id === id)).toEqual([]);
    }
    // It meant others, too.
    expect(JSON.stringify(dump['push_messages'])).toContain("'user_deleted' in topics");
    expect(dump['devices']).toContainEqual(
      expect.objectContaining({ id: ann.leftDeviceId, owner_id: null }),
    );
    expect(await rowsOf(ben)).toEqual(bens);
    const info = (await server.send('GET', app.collections)).json<{
      items: { documents: number }[];
    }>();
    expect(info.items[0]!.documents).toBe(dump['documents']!.length);
  });

  it('is exported whole, however much it is', async () => {
    const person = await fill();
    const messageId = 100_000 + nextId * 1000;
    const count = 450;
    for (let index = 0; index < count; index++) {
      await message(messageId + index, `number ${index}`);
      const entry = { person_id: person.me.id, message_id: messageId + index };
      await insert('inbox_entries', entry);
    }
    const { notifications } = await exportOf(person);
    expect(notifications).toHaveLength(count + 1);
    expect(new Set(notifications!.map((each) => JSON.stringify(each))).size).toBe(count + 1);
  });

  describe('for operators', () => {
    const find = (query: string) => server.send('GET', `/v1/admin/people?${query}`);

    it('is found by id, by address, and by the name that a mini-app knows', async () => {
      const person = await fill();
      const queries = [
        `id=${person.me.id}`,
        `email=${encodeURIComponent(person.email.toUpperCase())}`,
        `openId=${person.openId}&appId=${app.appId}`,
      ];
      for (const query of queries) {
        const response = await find(query);
        expect([response.statusCode, response.json()]).toEqual([200, { id: person.me.id }]);
      }
      expectProblem(await find(`id=${randomUUID()}`), 'person-not-found');
      expectProblem(await find('email=nobody@example.com'), 'person-not-found');
      const stranger = 'x'.repeat(43);
      expectProblem(await find(`openId=${stranger}&appId=${app.appId}`), 'person-not-found');
      for (const query of ['', 'openId=x', `id=1&email=a@example.com`, `openId=${stranger}`]) {
        expectProblem(await find(query), 'invalid-query');
      }
    });

    it('is exported and deleted with an entry in the audit log that names nobody', async () => {
      const person = await fill();
      const at = `/v1/admin/people/${person.me.id}`;
      const exported = await server.send('GET', `${at}/export`);
      expect(exported.json<Export>()['account']).toMatchObject([{ email: person.email }]);
      expect(exported.headers['cache-control']).toBe('no-store');
      const own = (await exportOf(person))['auditEntries'];
      expect(own).toMatchObject([{ action: 'person.export', at: expect.stringMatching(/Z$/) }]);
      await server.send('DELETE', at);
      expectProblem(await server.send('DELETE', at), 'person-not-found');
      expectProblem(await server.send('GET', `${at}/export`), 'person-not-found');

      const audit = await server.send('GET', '/v1/admin/audit');
      const entries = audit.json<{ items: AuditEntry[] }>().items.slice(0, 2);
      expect(entries.map(({ action }) => action)).toEqual(['person.delete', 'person.export']);
      expect(entries[0]!.target).toBe(entries[1]!.target);
      for (const trace of tracesOf(person)) expect(audit.body).not.toContain(trace);
    });

    it('is there for the root token alone', async () => {
      const person = await personOn(server);
      const { token } = await server.issue({ scopes: ['read', 'data'] });
      const at = `/v1/admin/people/${person.me.id}`;
      for (const [method, url] of [
        ['GET', `/v1/admin/people?id=${person.me.id}`],
        ['GET', `${at}/export`],
        ['DELETE', at],
      ] as const) {
        expectProblem(await server.send(method, url, { token }), 'scope-missing');
        expectProblem(await server.send(method, url, { token: undefined }), 'unauthorized');
      }
      expectProblem(
        await server.send('GET', '/v1/me/export', { token: undefined }),
        'unauthorized',
      );
    });
  });
});
