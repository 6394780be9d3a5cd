import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  MAX_DEVICES_PER_PERSON,
  MAX_REPLACED_TOKENS,
} from '../../operations/quotas/quotaLimits.ts';
import { personOn } from '../../people/testing/personOn.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { findDevice } from '../devices/deviceRows.ts';
import { sweep } from '../Housekeeping.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import { MemoryTransport } from '../transports/MemoryTransport.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(testEngines())('devices that never came ($name)', (engine) => {
  let push: PushServer;
  const fcm = new MemoryTransport('fcm');
  beforeAll(async () => {
    push = await startPushServer({ engine, pushTransports: [fcm] });
  });
  afterAll(() => push.close());

  const register = (token: string, body: object = {}, session?: string) =>
    push.server.post(
      '/devices/register',
      { token, platform: 'android', ...body },
      { token: session },
    );
  const isThere = async (token: string) => (await findDevice(push.server.db, token)) !== undefined;
  const isComeSoon = async (token: string) => {
    await expect
      .poll(async () => (await findDevice(push.server.db, token))?.has_come, { timeout: 10_000 })
      .toBe(1);
  };

  it('are forgotten after a week with what they scheduled; those that connected, were reached, or have a person stay', async () => {
    const never = await push.device();
    await push.server.send('PUT', '/v1/push/scheduled/later', {
      token: never.key,
      payload: { sendAt: new Date(Date.now() + 99 * DAY_MS).toISOString(), title: 't', body: 'b' },
    });
    const connected = await push.device();
    await (await push.connect(connected)).close();
    await isComeSoon(connected.token);
    const reached = `fcm-${randomUUID()}`;
    await register(reached);
    await push.fcm({ to: reached, data: { a: 'b' } });
    await isComeSoon(reached);
    const session = await (await personOn(push.server)).signIn();
    const owned = `owned-${randomUUID()}`;
    await register(owned, {}, session.accessToken);

    await sweep(push.server.db, Date.now() + 6 * DAY_MS);
    expect(await isThere(never.token)).toBe(true);
    await sweep(push.server.db, Date.now() + 8 * DAY_MS);
    const left = await Promise.all([never.token, connected.token, reached, owned].map(isThere));
    expect(left).toEqual([false, true, true, true]);
    const own = `device:${never.deviceId}/later`;
    expect(await push.server.db.all('SELECT 1 FROM push_messages WHERE sender = ?', own)).toEqual(
      [],
    );
  });

  it('have few topics until they connect, also when they ask for many at once', async () => {
    const device = await push.device();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        push.server.send('PUT', `/v1/push/topics/t${n}`, { token: device.key }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    const { topics } = (
      await push.server.send('GET', '/v1/push/topics', { token: device.key })
    ).json<{ topics: string[] }>();
    expect(topics).toHaveLength(20);
  });

  it('have few topics until they connect', async () => {
    const device = await push.device();
    const subscribe = (n: number) =>
      push.server.send('PUT', `/v1/push/topics/t${n}`, { token: device.key });
    for (let n = 0; n < 20; n++) expect((await subscribe(n)).statusCode).toBe(200);
    expectProblem(await subscribe(20), 'too-many-topics');
    await (await push.connect(device)).close();
    await isComeSoon(device.token);
    expect((await subscribe(20)).statusCode).toBe(200);
  });

  it('do not make a list of tokens that they had before without end', async () => {
    const device = await push.device();
    let previousToken = device.token;
    for (let n = 0; n < MAX_REPLACED_TOKENS + 5; n++) {
      const token = `next-${n}-${randomUUID()}`;
      const answer = await register(token, { previousToken, key: device.key });
      // The key opens the device as long as its first token is remembered.
      if (answer.statusCode !== 200) break;
      previousToken = token;
    }
    const rows = await push.server.db.all(
      'SELECT 1 FROM replaced_tokens WHERE device_id = ?',
      Number(device.deviceId),
    );
    expect(rows.length).toBeLessThanOrEqual(MAX_REPLACED_TOKENS);
  });

  it('of one person are so many at most: the one that was not seen for the longest time goes', async () => {
    const session = await (await personOn(push.server)).signIn();
    const tokens = Array.from({ length: MAX_DEVICES_PER_PERSON + 2 }, () => `mine-${randomUUID()}`);
    for (const [n, token] of tokens.entries()) {
      await register(token, {}, session.accessToken);
      await push.server.db.run('UPDATE devices SET last_seen = ? WHERE token = ?', n, token);
    }
    const left = await Promise.all(tokens.map(isThere));
    expect(left.indexOf(true)).toBe(2);
    expect(left.filter(Boolean)).toHaveLength(MAX_DEVICES_PER_PERSON);
  });
});
