import { connect } from 'node:net';
import { promisify } from 'node:util';

import { ADMIN_TOKEN, SERVER_KEY } from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type ListeningServer, startServer } from '../../api-client/startServer.ts';

/** Bodies that are refused before they are read: the sender hears the status, and no broken pipe. */
const REFUSED: readonly [name: string, head: string, authorization: string, status: number][] = [
  ['too large for the admin API', 'POST /v1/admin/mini-programs', `Bearer ${ADMIN_TOKEN}`, 413],
  ['without a valid token', 'POST /v1/admin/mini-programs', 'Bearer nobody', 401],
  ['too large for a report', 'POST /v1/mini-programs/com.acme.orders/reports', '', 413],
  ['too large for a send', 'POST /fcm/send', `key=${SERVER_KEY}`, 413],
  ['of a send without a key', 'POST /fcm/send', 'key=nobody', 401],
  ['too large for what is nowhere', 'POST /nothing-here', '', 413],
  ['to an address that cannot be read', 'POST /%zz', '', 400],
];
const BYTES = 5 * 1024 * 1024;

/** What is accepted although it says a type that is not JSON: there is no body in it. */
const EMPTY = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/octet-stream',
];

describe('a body', () => {
  let listening: ListeningServer;
  beforeAll(async () => {
    listening = await startServer();
  });
  afterAll(() => listening.server.close());

  it.each(REFUSED)('%s is refused in words that arrive', async (_, head, authorization, status) => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const socket = connect(Number(new URL(listening.origin).port), '127.0.0.1').pause();
      const write = promisify(socket.write.bind(socket)) as (
        bytes: string | Buffer,
      ) => Promise<void>;
      const failed = new Promise<string>((resolve) =>
        socket.once('error', (error) => resolve(error.message)),
      );
      const heard = new Promise<string>((resolve) =>
        socket.once('data', (bytes: Buffer) => resolve(bytes.toString('latin1'))),
      );
      await write(
        `${head} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: ${authorization}\r\ncontent-length: ${BYTES}\r\n\r\n`,
      );
      // All of it before anything is read, as simple clients do.
      await Promise.race([write(Buffer.alloc(BYTES)), failed]);
      socket.resume();
      expect(await Promise.race([heard, failed])).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      socket.destroy();
    }
  });

  it.each(EMPTY)('that is empty is no body, whatever it is called: %s', async (type) => {
    const post = (path: string) =>
      fetch(listening.origin + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': type },
        body: '',
      });
    expect((await post('/v1/push/tokens')).status).toBeLessThan(300);
    // Where one is needed, it says what is missing from it.
    expect((await post('/v1/admin/mini-programs')).status).toBe(422);
  });
});
