import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { openTestDatabase } from '../../testing/testDatabase.ts';
import { onThisThread } from '../testing/onThisThread.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';

// As published it is a million a minute, which no test can send.
vi.mock(import('@host/contracts'), async (original) => {
  const contracts = await original();
  return { ...contracts, LIMITS: { ...contracts.LIMITS, messagesPerTopicPerMinute: 3 as never } };
});

let push: PushServer;
let release: () => Promise<void>;
beforeAll(async () => {
  const opened = await openTestDatabase({});
  ({ release } = opened);
  push = await startPushServer({ db: onThisThread(opened.db) });
});
afterAll(async () => {
  await push.close();
  await release();
});

describe('what one topic may get', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  it('is so many messages a minute: beyond that TopicsMessageRateExceeded, for that topic alone', async () => {
    const send = async (to: string) => (await push.fcm({ to })).body;
    for (let n = 0; n < 3; n++)
      expect(await send('/topics/busy')).toMatch(/^\{"message_id":\d+\}$/);
    const refused = await push.fcm({ to: '/topics/busy' });
    expect(refused.statusCode).toBe(200);
    expect(refused.body).toBe('{"error":"TopicsMessageRateExceeded"}');
    expect(await send('/topics/quiet')).toMatch(/^\{"message_id":\d+\}$/);
    const plain = await push.raw({ payload: 'registration_id=/topics/busy', headers: FORM });
    expect([plain.statusCode, plain.body]).toEqual([200, 'Error=TopicsMessageRateExceeded']);
  });

  it('holds for a condition as well, and a dry run counts for nothing', async () => {
    const condition = `'a' in topics || 'b' in topics`;
    const send = async (more: object = {}) => (await push.fcm({ condition, ...more })).json();
    for (let n = 0; n < 5; n++) {
      expect(await send({ dry_run: true })).toEqual({ message_id: expect.any(Number) });
    }
    for (let n = 0; n < 3; n++) expect(await send()).toEqual({ message_id: expect.any(Number) });
    expect(await send()).toEqual({ error: 'TopicsMessageRateExceeded' });
  });
});
