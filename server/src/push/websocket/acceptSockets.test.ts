import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type PushServer, startPushServer } from '../testing/pushServer.ts';

const HANDSHAKE = {
  host: 'host',
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol': 'push.v1',
};

/** What a server answers to a handshake that it refuses. */
async function refusal(
  { url }: PushServer,
  target: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = Object.entries({ ...HANDSHAKE, ...headers }).map((each) => each.join(': '));
  socket.write([`GET ${target} HTTP/1.1`, ...lines, '\r\n'].join('\r\n'));
  return text(socket);
}

describe('a handshake', () => {
  let push: PushServer;
  beforeAll(async () => void (push = await startPushServer()));
  afterAll(() => push.close());

  it.each([
    '//',
    '///',
    'http://',
    'http://[/',
    '//[/v1/push/connect',
    '/\\',
    '*',
    '*\\\\',
    'v1/push/connect',
  ])('for %s, which is no address, is answered with 400', async (target) => {
    expect(await refusal(push, target)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each(['//elsewhere/v1/push/connect', '/v1/push/../push/connect', '/v1/push/connect/'])(
    'for %s, which is not where devices connect, is answered with 404',
    async (target) => {
      expect(await refusal(push, target)).toMatch(/^HTTP\/1\.1 404 /);
    },
  );

  it.each([
    ['another version', { 'sec-websocket-version': '12' }],
    ['several versions', { 'sec-websocket-version': '13, 8' }],
    ['a short key', { 'sec-websocket-key': 'AAAA' }],
    ['a key with other characters', { 'sec-websocket-key': '*dGhlIHNhbXBsZSBub25jZQ==' }],
    ['a subprotocol twice', { 'sec-websocket-protocol': 'push.v1, push.v1' }],
    ['no name of a subprotocol', { 'sec-websocket-protocol': 'push.v1, (x)' }],
    ['an empty subprotocol', { 'sec-websocket-protocol': 'push.v1,,x' }],
  ])('with %s is refused, and told which version is spoken', async (_, headers) => {
    const answer = await refusal(push, '/v1/push/connect', headers);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*\r\nSec-WebSocket-Version: 13\r\n/s);
  });
});

describe('handshakes', () => {
  it('of one network are counted, and no name that it gives itself makes it another', async () => {
    const rateLimits = { perAddress: 3, perToken: 1e6 };
    const push = await startPushServer({ config: { rateLimits } });
    try {
      const answers = [];
      for (let index = 0; index < 4; index++) {
        const forged = { 'x-forwarded-for': `198.51.100.${index}` };
        answers.push(await refusal(push, '/v1/push/connect', forged));
      }
      const statuses = answers.map((answer) => answer.slice(9, 12));
      expect(statuses).toEqual(['401', '401', '401', '429']);
      expect(answers[3]).toMatch(/\r\nRetry-After: [1-9]\d*\r\n/);
    } finally {
      await push.close();
    }
  });

  it('that are refused are logged now and then, without a stack', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const push = await startPushServer({ logger });
    try {
      for (let index = 0; index < 50; index++) await refusal(push, '//');
      const refused = lines.filter((line) => line.includes('a device could not connect'));
      expect(refused).toHaveLength(10);
      expect(lines.join('')).not.toContain('stack');
    } finally {
      await push.close();
    }
  });
});
