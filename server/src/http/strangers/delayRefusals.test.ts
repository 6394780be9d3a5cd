import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { SERVER_KEY } from '../../testing/createTestServer.ts';
import { type PushServer, startPushServer } from '../../push/testing/pushServer.ts';

const DELAY_MS = 400;
/** More than are answered at once, also when they come in three different seconds. */
const MANY = 160;

describe('somebody who is refused again and again', () => {
  let push: PushServer;
  beforeEach(async () => void (push = await startPushServer({ refusalDelayMs: DELAY_MS })));
  afterEach(() => push.close());

  const milliseconds = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const ask = async (path: string, authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await fetch(`${push.url}${path}`, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const handshake = async () => {
    const { hostname, port } = new URL(push.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      'GET /v1/push/connect HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n' +
        'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
        `sec-websocket-protocol: push.v1\r\nauthorization: Bearer hgk_${'x'.repeat(43)}\r\n\r\n`,
    );
    return text(socket);
  };

  it.each([
    ['what is nowhere', async () => expect(await ask('/nothing-here')).toBe(404)],
    ['what is not theirs', async () => expect(await ask('/v1/admin/mini-programs')).toBe(401)],
    [
      'a device that does not exist',
      async () => expect(await handshake()).toMatch(/^HTTP\/1.1 404/),
    ],
  ])('waits for the answer about %s', async (_, refused) => {
    const times = await Promise.all(Array.from({ length: MANY }, () => milliseconds(refused)));
    expect(Math.max(...times)).toBeGreaterThanOrEqual(DELAY_MS - 1);
  });

  it('does not slow down what is answered, nor what is refused to those with a key', async () => {
    const known = `key=${SERVER_KEY}`;
    await ask('/fcm/send', known);
    const strangers = Promise.all(
      Array.from({ length: MANY }, () => milliseconds(() => ask('/nothing-here'))),
    );
    const answered = await milliseconds(async () => expect(await ask('/health')).toBe(200));
    const refused = await milliseconds(async () =>
      expect(await ask('/v1/nothing', known)).toBe(404),
    );
    expect(Math.max(answered, refused)).toBeLessThan(Math.max(...(await strangers)));
  });
});
