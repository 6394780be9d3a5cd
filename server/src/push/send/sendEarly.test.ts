import { type IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';

import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { SERVER_KEY } from '../../testing/createTestServer.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

describe('a message that is taken before routing', () => {
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  let push: PushServer;
  let token: string;
  beforeAll(async () => {
    push = await startPushServer({ logger });
    ({ token } = await push.device());
  });
  afterAll(() => push.close());

  const post = async (body: string | Buffer, headers: Record<string, string>) => {
    const sent = httpRequest(`${push.url}/fcm/send`, { method: 'POST', headers });
    sent.end(body);
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      sent.once('response', resolve).once('error', reject),
    );
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };

  /** Everything of an answer that is the same for the same request. */
  const lasting = (headers: object, body: string) => ({
    headers: {
      ...headers,
      date: undefined,
      connection: undefined,
      'keep-alive': undefined,
      'x-request-id': undefined,
      'content-length': undefined,
    },
    body: body.replaceAll(/\d{1,16}/g, '#'),
  });

  it.each([
    ['to a token', JSON_TYPE, () => JSON.stringify({ to: token, data: { a: 'b' } })],
    ['to an unknown token', JSON_TYPE, () => JSON.stringify({ to: 'nobody' })],
    ['to a topic', JSON_TYPE, () => JSON.stringify({ to: '/topics/news' })],
    ['to nobody', JSON_TYPE, () => '{}'],
    ['in a form', FORM_TYPE, () => `registration_id=${token}&data.a=b`],
    ['in an empty form', FORM_TYPE, () => ''],
    ['with a field of a wrong type', JSON_TYPE, () => JSON.stringify({ to: token, data: 1 })],
    ['that is no JSON', JSON_TYPE, () => '{"to":'],
    ['that is no UTF-8', JSON_TYPE, () => Buffer.from('7b22746f223a22ff227d', 'hex')],
    ['after a byte order mark', JSON_TYPE, () => `\ufeff${JSON.stringify({ to: token })}`],
  ])('%s is answered as it would be after routing', async (_what, type, bodyOf) => {
    const headers = { 'content-type': type, authorization: `key=${SERVER_KEY}` };
    const payload = bodyOf();
    const early = await post(payload, headers);
    const routed = await push.raw({ payload, headers });
    expect(early.status).toBe(routed.statusCode);
    expect(lasting(early.headers, early.body)).toEqual(lasting(routed.headers, routed.body));
  });

  it.each([
    ['an unknown key', { authorization: 'key=wrong' }, 401],
    ['no key', {}, 401],
  ])('with %s is refused after routing', async (_what, authorization, status) => {
    const body = JSON.stringify({ to: token });
    expect((await post(body, { 'content-type': JSON_TYPE, ...authorization })).status).toBe(status);
  });

  it('that is too long is refused after routing, whether or not its length is said', async () => {
    const headers = { 'content-type': JSON_TYPE, authorization: `key=${SERVER_KEY}` };
    const body = Buffer.alloc(5_000_001, ' ');
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    expect((await post(body, headers)).status).toBe(413);
    expect((await post(body, chunked)).status).toBe(413);
  });

  it('is counted like any other request, and logged when it failed', async () => {
    const headers = { 'content-type': JSON_TYPE, authorization: `key=${SERVER_KEY}` };
    const counted = async () => {
      const { body } = await push.server.send('GET', '/metrics');
      const line =
        /http_request_duration_seconds_count\{method="POST",route="\/fcm\/send",status="200"\} (\d+)/;
      return Number(line.exec(body)?.[1] ?? 0);
    };
    const before = await counted();
    lines.length = 0;
    await post(JSON.stringify({ to: token }), headers);
    await post('{', { ...headers, 'x-request-id': 'one-that-failed' });
    await expect.poll(counted).toBe(before + 1);
    await expect
      .poll(() => lines.map((line) => JSON.parse(line) as object))
      .toEqual([
        expect.objectContaining({ reqId: 'one-that-failed', path: '/fcm/send', status: 400 }),
      ]);
  });

  it('says what broke to the log, and not to the sender', async () => {
    await push.server.db.run('ALTER TABLE push_deliveries RENAME TO elsewhere');
    const headers = { 'content-type': JSON_TYPE, authorization: `key=${SERVER_KEY}` };
    const answer = await post(JSON.stringify({ to: token }), headers);
    await push.server.db.run('ALTER TABLE elsewhere RENAME TO push_deliveries');
    expect(answer).toMatchObject({ status: 500, body: 'InternalServerError' });
    expect(answer.headers['retry-after']).toBe('1');
    expect(lines.join('')).toContain('no such table: push_deliveries');
  });
});
