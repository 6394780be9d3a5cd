import { MessageChannel, type MessagePort } from 'node:worker_threads';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { SERVER_KEY } from '../../testing/createTestServer.ts';
import type { CommittedBatch } from '../messages/Message.types.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import type { SendRequest } from './SendHandler.types.ts';
import { ThreadSendHandler } from './ThreadSendHandler.ts';
import type { SendRequestBatch, SendResultBatch } from './ThreadSendHandler.types.ts';

/** As many as may wait for the other thread. */
const ROOM = 10_000;

describe('sends that are handed to another thread', () => {
  let far: MessagePort;
  let handler: ThreadSendHandler;
  const committed: CommittedBatch[] = [];
  const batches: SendRequestBatch[] = [];
  beforeEach(() => {
    const { port1, port2 } = new MessageChannel();
    far = port2;
    committed.length = batches.length = 0;
    far.on('message', (batch: SendRequestBatch) => batches.push(batch));
    handler = new ThreadSendHandler({
      port: port1,
      context: () => ({ usesPushServices: true, reachesApple: false }),
      onCommit: (batch) => committed.push(batch),
    });
  });
  afterEach(() => {
    handler.close();
    far.close();
  });

  const request = (body: string, contentType = 'application/json'): SendRequest => ({
    sender: { actor: 'somebody', scopes: 'all', apps: undefined, miniApps: undefined },
    contentType,
    idempotencyKey: undefined,
    bytes: Buffer.from(body),
  });
  const answer = (numbers: number[]): SendResultBatch => ({
    numbers,
    statuses: numbers.map(() => 200),
    types: numbers.map(() => 'text/plain; charset=UTF-8'),
    bodies: numbers.map(String),
    unexpected: [],
    committed: [],
  });

  it('arrive byte by byte, with what the other thread has to know', async () => {
    void handler.handle(request('{"to":"ä"}'));
    void handler.handle({ ...request(''), trace: 'a trace' });
    const asked = { address: '203.0.113.7', requestId: 'r1' };
    void handler.handle({ ...request('to=b', 'text/plain'), asked });
    await expect.poll(() => batches).toHaveLength(1);
    const [{ requests, bodies, ...rest }] = batches as [SendRequestBatch];
    expect(new Set(requests.map(({ number }) => number)).size).toBe(3);
    const context = { usesPushServices: true, reachesApple: false };
    expect(rest).toEqual({
      context,
      unanswered: 3,
      traces: [[requests[1]!.number, 'a trace']],
      asked: [[requests[2]!.number, asked]],
    });
    expect(requests.map(({ contentType }) => contentType)).toEqual([
      'application/json',
      'application/json',
      'text/plain',
    ]);
    expect(requests.map(({ length }) => length)).toEqual([11, 0, 4]);
    expect(Buffer.from(bodies).toString()).toBe('{"to":"ä"}to=b');
  });

  it('are answered each with its own answer, in whichever order', async () => {
    const results = Promise.all(Array.from({ length: 100 }, () => handler.handle(request('{}'))));
    await expect.poll(() => batches.flatMap(({ requests }) => requests)).toHaveLength(100);
    far.postMessage(answer(Array.from({ length: 60 }, (_, index) => 99 - index)));
    far.postMessage(answer(Array.from({ length: 40 }, (_, index) => index)));
    const bodies = (await results).map((each) => each.answer.body);
    expect(bodies).toEqual(Array.from({ length: 100 }, (_, index) => `${index}`));
  });

  it('are refused when too many wait, until there is room again', async () => {
    const results = Array.from({ length: ROOM }, () => handler.handle(request('{}')));
    expect((await handler.handle(request('{}'))).answer).toMatchObject({
      status: 503,
      body: 'Unavailable',
    });
    await expect.poll(() => batches.flatMap(({ requests }) => requests)).toHaveLength(ROOM);
    far.postMessage(answer([0]));
    await results[0];
    void handler.handle(request('{}'));
    await expect.poll(() => batches.at(-1)!.requests.map(({ number }) => number)).toEqual([0]);
  });

  it('are answered when the other thread ends, those that wait and those that come', async () => {
    const waiting = [handler.handle(request('{}')), handler.handle(request('', 'text/plain'))];
    far.close();
    const words = (await Promise.all(waiting)).map((each) => each.answer.body);
    // Plain text has no word for what is temporary.
    expect(words).toEqual(['Unavailable', 'InternalServerError']);
    expect((await handler.handle(request('{}'))).answer.status).toBe(503);
  });
});

describe('sends on the thread of the embedded database', () => {
  let push: PushServer;
  let token: string;
  beforeEach(async () => {
    push = await startPushServer();
    ({ token } = await push.device());
  });
  afterEach(() => push.close());

  const send = (body: object) =>
    fetch(`${push.url}/fcm/send`, {
      method: 'POST',
      headers: { authorization: `key=${SERVER_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('are told apart, however many come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const to = index % 7 === 0 ? 'nobody' : index % 5 === 0 ? '/topics/news' : token;
        const response = await send({ to, data: { index: String(index) } });
        return response.text();
      }),
    );
    const kinds = answers.map((answer) =>
      answer.startsWith('{"message_id"')
        ? 'topic'
        : answer.includes('NotRegistered')
          ? 'nobody'
          : 'device',
    );
    expect(kinds).toEqual(
      kinds.map((_, index) => (index % 7 === 0 ? 'nobody' : index % 5 === 0 ? 'topic' : 'device')),
    );
  });

  it('wait for a transaction that is open elsewhere, and do not become part of it', async () => {
    const { db } = push.server;
    let finish!: () => void;
    const open = db.transaction(async (tx) => {
      await tx.run(`UPDATE devices SET platform = 'ios'`);
      await new Promise<void>((resolve) => (finish = resolve));
      throw new Error('rolled back');
    });
    await expect.poll(() => finish).toBeDefined();
    const sent = send({ to: token });
    // Something else that the thread does, so that the send has reached it.
    await send({ to: token, dry_run: true });
    finish();
    await expect(open).rejects.toThrow('rolled back');
    const { results } = (await (await sent).json()) as { results: [{ message_id: string }] };
    expect((await push.status(results[0].message_id)).state).toBe('stored');
    expect(await db.get('SELECT platform FROM devices')).toEqual({ platform: 'web' });
  });

  it('are not acknowledged while the disk is full, and go on afterwards', async () => {
    const { db } = push.server;
    const limit = (pages: number) =>
      db.transaction((tx) => tx.get(`PRAGMA max_page_count = ${pages}`));
    await limit(1);
    const big = { to: '/topics/news', data: { text: 'x'.repeat(2000) } };
    const statuses = new Set<number>();
    for (let index = 0; index < 20; index++) statuses.add((await send(big)).status);
    expect([...statuses].at(-1)).toBe(503);
    await limit(1_000_000);
    expect((await send(big)).status).toBe(200);
  });
});
