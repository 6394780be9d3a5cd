import { describe, expect, it } from 'vitest';

import { createApiClient } from '../createApiClient.ts';
import { failureOf } from '../testing/failureOf.ts';
import { json, problem, startAnswering } from '../testing/startAnswering.ts';

const text = (status: number, body: string) => (response: import('node:http').ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'text/plain' }).end(body);
const TOKENS = {
  multicast_id: 7,
  success: 1,
  failure: 0,
  canonical_ids: 0,
  results: [{ message_id: '0:7' }],
};

describe('sending a push', () => {
  it('is one request with the server key, under an Idempotency-Key that a repetition has, too', async () => {
    const { baseUrl, arrived } = await startAnswering(text(503, 'Unavailable'), json(200, TOKENS));
    const client = createApiClient({ baseUrl, token: 'admin' });
    const message = { to: 'hgt_1', notification: { title: 'Order' } };
    expect(await client.sendPush(message, 'the-key')).toEqual(TOKENS);
    const [first, second] = arrived.map(({ headers }) => headers);
    expect(first?.authorization).toBe('key=the-key');
    expect(first?.['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.['idempotency-key']).toBe(first?.['idempotency-key']);
    expect(JSON.parse(arrived[1]!.body.toString())).toEqual(message);
  });

  it('to a topic answers a number, or a word of the protocol', async () => {
    const { baseUrl } = await startAnswering(
      json(200, { message_id: 12 }),
      json(200, { error: 'TopicsMessageRateExceeded' }),
    );
    const client = createApiClient({ baseUrl });
    const send = () => client.sendPush({ to: '/topics/news' }, 'k');
    expect(await send()).toEqual({ message_id: 12 });
    expect(await send()).toEqual({ error: 'TopicsMessageRateExceeded' });
  });

  it.each([
    [400, 'InvalidParameters: wrong', 'invalid-body', /InvalidParameters: wrong/],
    [401, '<HTML>', 'unauthorized', /The server key is not accepted/],
    [413, 'At most', 'body-too-large', /At most/],
  ])('that is refused with %i says why', async (status, body, code, words) => {
    const { baseUrl } = await startAnswering(text(status, body));
    const sending = createApiClient({ baseUrl }).sendPush({ to: 'a' }, 'k');
    const failure = await failureOf(sending);
    expect(failure).toMatchObject({ code, status, detail: expect.stringMatching(words) });
  });

  it('never shows a key that cannot be sent', async () => {
    const client = createApiClient({ baseUrl: 'http://localhost' });
    const failure = await failureOf(client.sendPush({ to: 'a' }, 'two secret-words'));
    expect(failure.code).toBe('invalid-header');
    expect(failure.message).not.toContain('secret-words');
  });
});

it('a device schedules, lists and cancels what is sent to it, with its own key', async () => {
  const scheduled = { scheduled: [{ id: 'tea@1', sendAt: '2026-01-10T09:00:00.000Z' }] };
  const { baseUrl, arrived } = await startAnswering(json(200, scheduled));
  const client = createApiClient({ baseUrl, token: 'admin' });
  const note = { sendAt: '2026-01-10T09:00:00Z', title: 'Tea', body: 'Ready' };
  expect(await client.scheduleNotification('tea@1', note, 'hgk_1')).toEqual(scheduled);
  await client.listScheduledNotifications('hgk_1');
  await client.cancelScheduledNotification('tea@1', 'hgk_1');
  expect(arrived.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
    ['PUT', '/v1/push/scheduled/tea%401', 'Bearer hgk_1'],
    ['GET', '/v1/push/scheduled', 'Bearer hgk_1'],
    ['DELETE', '/v1/push/scheduled/tea%401', 'Bearer hgk_1'],
  ]);
});

it('what became of a message is read with the key that sent it', async () => {
  const { baseUrl, arrived } = await startAnswering(problem(404, 'message-not-found'));
  const reading = createApiClient({ baseUrl }).readPushMessage('0:7%1', 'the-key');
  expect((await failureOf(reading)).code).toBe('message-not-found');
  expect(arrived[0]).toMatchObject({
    url: '/v1/push/messages/0%3A7%251',
    headers: { authorization: 'key=the-key' },
  });
});

it('without a server key, what senders do is done with the token of the client', async () => {
  const record = { id: '7', state: 'cancelled', counts: {}, createdAt: '', sendAt: '' };
  const { baseUrl, arrived } = await startAnswering(json(200, { ...TOKENS, ...record, items: [] }));
  const client = createApiClient({ baseUrl, token: 'of-an-operator' });
  const calls = [
    client.sendPush({ to: 'hgt_1' }, undefined),
    client.readPushMessage(7, undefined),
    client.listPushMessages({}, undefined),
    client.cancelPushMessage(7, undefined),
  ];
  await Promise.allSettled(calls);
  await createApiClient({ baseUrl }).listPushMessages({}, undefined);
  const sent = arrived.map(({ headers }) => headers.authorization);
  expect(sent).toEqual([...calls.map(() => 'Bearer of-an-operator'), undefined]);
});
