import gcm from 'node-gcm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { ApiError } from '../../errors/ApiError.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { SERVER_KEY } from '../../testing/createTestServer.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { onThisThread } from '../testing/onThisThread.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe.each(testEngines())('a gateway whose database cannot write ($name)', (engine) => {
  let push: PushServer;
  let release: () => Promise<void>;
  let token: string;
  /** What every write fails with; undefined while the disk is good. */
  let trouble: Error | undefined;
  let attempts = 0;
  beforeAll(async () => {
    const opened = await openTestDatabase({ engine });
    ({ release } = opened);
    const attempt = () => {
      attempts++;
      if (trouble) throw trouble;
    };
    const db: Database = {
      ...onThisThread(opened.db),
      transaction: async (work) => {
        attempt();
        return opened.db.transaction(work);
      },
      insertNumbered: async (...given) => {
        attempt();
        return opened.db.insertNumbered(...given);
      },
    };
    push = await startPushServer({ db });
    ({ token } = await push.device());
  });
  afterAll(async () => {
    await push.close();
    await release();
  });
  beforeEach(() => void (trouble = undefined));

  const full = new ApiError('storage-full', 'The disk is full.');
  const busy = new ApiError('unavailable', 'Too many writes are waiting for the disk.');
  const broken = new Error('secret words of the engine');
  const send = (headers: Record<string, string>, to = token) =>
    push.raw({
      headers,
      payload: headers === JSON_TYPE ? JSON.stringify({ to }) : `registration_id=${to}`,
    });

  it.each([
    ['busy', busy, 'JSON', JSON_TYPE, 503, 'Unavailable'],
    ['full', full, 'JSON', JSON_TYPE, 503, 'Unavailable'],
    ['broken', broken, 'JSON', JSON_TYPE, 500, 'InternalServerError'],
    // Plain text never answers Unavailable.
    ['busy', busy, 'a form', FORM, 500, 'InternalServerError'],
    ['full', full, 'a form', FORM, 500, 'InternalServerError'],
    ['broken', broken, 'a form', FORM, 500, 'InternalServerError'],
  ])('since it is %s answers %4$s, and says when to try again', async (...row) => {
    const [, error, , headers, status, body] = row;
    trouble = error;
    for (const to of [token, '/topics/news']) {
      const response = await send(headers, to);
      expect([response.statusCode, response.body]).toEqual([status, body]);
      expect(response.headers['content-type']).toBe('text/plain; charset=UTF-8');
      expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    }
    trouble = undefined;
    expect((await send(headers)).statusCode).toBe(200);
  });

  it('acknowledges nothing that it does not keep', async () => {
    const count = async () =>
      (await push.server.db.all<{ id: number }>('SELECT id FROM push_messages')).length;
    const before = await count();
    trouble = busy;
    expect((await send(JSON_TYPE)).statusCode).toBe(503);
    trouble = undefined;
    expect(await count()).toBe(before);
  });

  it('is asked again by a published client, which gets through when the disk is good again', async () => {
    trouble = busy;
    attempts = 0;
    const sender = new gcm.Sender(SERVER_KEY, { uri: `${push.url}/fcm/send` });
    const answered = new Promise<gcm.GcmResponse>((resolve, reject) => {
      sender.send(new gcm.Message({ data: { a: 'b' } }), { to: token }, { retries: 5 }, (e, r) =>
        e ? reject(e) : resolve(r),
      );
    });
    await expect.poll(() => attempts, { timeout: 30_000 }).toBeGreaterThan(0);
    trouble = undefined;
    expect(await answered).toMatchObject({ success: 1 });
  });

  it.each([
    ['/iid/v1:batchAdd', { to: '/topics/a', registration_tokens: ['x'] }],
    [
      '/fcm/notification',
      { operation: 'create', notification_key_name: 'n', registration_ids: ['x'] },
    ],
  ])('answers %s with 503 and a time, too', async (url, payload) => {
    trouble = busy;
    const response = await push.raw({ url, payload });
    expect([response.statusCode, response.body]).toEqual([503, 'Unavailable']);
    expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });
});
