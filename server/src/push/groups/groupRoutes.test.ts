import { LIMITS } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testEngines } from '../../testing/testEngines.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';

describe.each(testEngines())('device groups ($name)', (engine) => {
  let push: PushServer;
  beforeAll(async () => void (push = await startPushServer({ engine })));
  afterAll(() => push.close());

  const change = (payload: object) => push.raw({ url: '/fcm/notification', payload });
  let groups = 0;
  const create = async (tokens: string[], name = `group-${++groups}`) => {
    const body = { operation: 'create', notification_key_name: name, registration_ids: tokens };
    return (await change(body)).json<{ notification_key: string }>().notification_key;
  };

  it('are sent to by their key, and answer how many got it', async () => {
    const [one, other] = [await push.device(), await push.device()];
    const key = await create([one.token, other.token, 'gone']);
    const clients = [await push.connect(one), await push.connect(other)];
    const response = await push.fcm({ to: key, data: { n: '1' } });
    expect(response.body).toBe('{"success":2,"failure":1,"failed_registration_ids":["gone"]}');
    for (const client of clients) expect(await client.received(1)).toHaveLength(1);
  });

  it('are answered in plain text where they are asked so', async () => {
    const send = async (key: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const response = await push.raw({ payload: `registration_id=${key}&data.a=b`, headers });
      expect(response.headers['content-type']).toBe('text/plain; charset=UTF-8');
      return response.body;
    };
    const one = await push.device();
    expect(await send(await create([one.token, 'gone']))).toMatch(/^id=\d+$/);
    expect(await send(await create(['gone', 'gone-too']))).toBe('Error=NotRegistered');
  });

  it('have no more devices than the limit, also when many are added at once', async () => {
    const key = await create(['first']);
    const add = (n: number) =>
      change({ operation: 'add', notification_key: key, registration_ids: [`t${n}`] });
    const answers = await Promise.all(
      Array.from({ length: 2 * LIMITS.devicesPerGroup }, (_, n) => add(n)),
    );
    const added = answers.filter(({ statusCode }) => statusCode === 200);
    expect(added).toHaveLength(LIMITS.devicesPerGroup - 1);
  });

  it('answer without failed_registration_ids when all got it', async () => {
    const key = await create([(await push.device()).token]);
    expect((await push.fcm({ to: key })).body).toBe('{"success":1,"failure":0}');
  });

  it('grow and shrink, and are gone when nobody is left', async () => {
    const [one, other] = [await push.device(), await push.device()];
    const key = await create([one.token], 'of-ada');
    const body = { notification_key: key, notification_key_name: 'of-ada' };
    const added = { ...body, operation: 'add', registration_ids: [other.token] };
    expect((await change(added)).json()).toEqual({ notification_key: key });
    expect((await push.fcm({ to: key })).json()).toEqual({ success: 2, failure: 0 });
    const found = await push.raw({
      method: 'GET',
      url: '/fcm/notification?notification_key_name=of-ada',
    });
    expect(found.json()).toEqual({ notification_key: key });
    await change({ ...body, operation: 'remove', registration_ids: [one.token, other.token] });
    expect((await push.fcm({ to: key })).json().results).toEqual([{ error: 'NotRegistered' }]);
  });

  it.each([
    [{ operation: 'dance', registration_ids: ['x'] }, 'invalid request'],
    [{ operation: 'create', registration_ids: ['x'] }, 'no valid notification_key_name'],
    [{ operation: 'create', notification_key_name: 'n', registration_ids: [] }, 'invalid request'],
    [
      { operation: 'add', notification_key: 'unknown', registration_ids: ['x'] },
      'notification_key not found',
    ],
    [
      {
        operation: 'create',
        notification_key_name: 'n',
        registration_ids: Array.from({ length: 21 }, (_, index) => `t${index}`),
      },
      'too many registration ids',
    ],
    ...[
      { notification_key_name: 'x'.repeat(501) },
      { notification_key_name: 'a\0' },
      { registration_ids: ['x'.repeat(4097)] },
      { registration_ids: ['a\0'] },
    ].map((fields): [object, string] => [
      {
        operation: 'create',
        notification_key_name: 'n',
        registration_ids: ['x'],
        ...fields,
      },
      'invalid request',
    ]),
  ])('refuse %j', async (body, error) => {
    const response = await change(body);
    expect([response.statusCode, response.json()]).toEqual([400, { error }]);
  });

  it('have a name once, and at most 20 devices', async () => {
    const tokens = Array.from({ length: 20 }, (_, index) => `token-${index}`);
    const key = await create(tokens, 'twenty');
    const again = await change({
      operation: 'create',
      notification_key_name: 'twenty',
      registration_ids: ['x'],
    });
    expect(again.json()).toEqual({ error: 'notification_key already exists' });
    const more = await change({ operation: 'add', notification_key: key, registration_ids: ['y'] });
    expect(more.json()).toEqual({ error: 'too many registration ids' });
    // What was refused has left nothing behind.
    expect((await push.fcm({ to: key })).json().failed_registration_ids).toHaveLength(20);
  });
});
