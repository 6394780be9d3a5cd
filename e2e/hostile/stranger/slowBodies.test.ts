import { connect } from 'node:net';

import { ADMIN_TOKEN } from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type ListeningServer, startServer } from '../../api-client/startServer.ts';

/** Requests that say they have a body, of which then a byte comes now and then. */
const DRIPPING: readonly [name: string, head: string][] = [
  ['a report', 'POST /v1/mini-programs/com.acme.orders/reports'],
  ['an account', 'POST /v1/accounts'],
  ['a send without a key', 'POST /fcm/send'],
  ['a registration', `POST /v1/admin/mini-programs`],
  ['an upload', `PUT /v1/admin/artifacts/com.acme.orders/1.0.0/ios.zip`],
  ['an icon', `PUT /v1/admin/icons/com.acme.orders.png`],
  ['what is nowhere', 'POST /nothing-here'],
];
const TYPE = 'content-type: application/json';
const LENGTHS = ['content-length: 60000', 'transfer-encoding: chunked'];

describe('a body that drips', () => {
  let listening: ListeningServer;
  beforeAll(async () => {
    listening = await startServer({
      bodyPatience: { graceMs: 300, bytesPerSecond: 1000, everyMs: 50 },
    });
  });
  afterAll(() => listening.server.close());

  const start = (head: string, ...headers: string[]) => drip(listening.origin, head, ...headers);

  // At once, as each takes as long as the server's patience.
  it.concurrent.each(
    DRIPPING.flatMap(([name, head]) => LENGTHS.map((length) => [name, length, head])),
  )(
    'of %s with %s is ended',
    async (_name, length, head) => {
      const authorization = `authorization: Bearer ${ADMIN_TOKEN}`;
      const { socket, heard } = start(head, length, authorization);
      // Not `once`, which takes a reset after the answer for a failure.
      await new Promise((resolve) => socket.once('close', resolve));
      expect(heard()).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    },
    30_000,
  );

  it('is told why when somebody reads it', async () => {
    const { heard, socket } = start(
      'POST /v1/admin/mini-programs',
      'content-length: 60000',
      `authorization: Bearer ${ADMIN_TOKEN}`,
    );
    await expect.poll(heard).toContain('body-too-slow');
    expect(heard()).toMatch(/^HTTP\/1\.1 408 /);
    socket.destroy();
  });

  it('nor may its head', () => {
    expect(listening.server.app.server.headersTimeout).toBeLessThanOrEqual(15_000);
  });
});

describe('bodies that drip', () => {
  // As patient as it ships: what is refused is refused for its number, however busy this machine is.
  let listening: ListeningServer;
  beforeAll(async () => {
    listening = await startServer();
  });
  afterAll(() => listening.server.close());

  it('of one publisher does not shut out another', async () => {
    const slow = await listening.server.issue({ scopes: ['publish'] });
    const other = await listening.server.issue({ scopes: ['publish', 'read'] });
    const uploads = Array.from({ length: 40 }, (_, n) =>
      drip(
        listening.origin,
        `PUT /v1/admin/artifacts/com.acme.slow/1.0.${n}/ios.zip`,
        'content-length: 60000',
        `authorization: Bearer ${slow.token}`,
      ),
    );
    await expect
      .poll(() => uploads.filter(({ heard }) => heard().startsWith('HTTP/1.1 429')).length)
      .toBe(32);
    const url = `${listening.origin}/v1/admin/artifacts/com.acme.orders/1.0.0/mf-manifest.json`;
    const answer = await fetch(url, {
      method: 'PUT',
      headers: { authorization: `Bearer ${other.token}` },
      body: '{',
    });
    expect((await answer.json()) as object).toMatchObject({ code: 'artifact-manifest-invalid' });
    for (const { socket } of uploads) socket.destroy();
  });
});

function drip(origin: string, head: string, ...headers: string[]) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${[`${head} HTTP/1.1`, 'host: x', TYPE, ...headers].join('\r\n')}\r\n\r\n`);
  const isChunked = headers.some((each) => each.includes('chunked'));
  const dripping = setInterval(() => socket.write(isChunked ? '1\r\nx\r\n' : 'x'), 40);
  socket.once('close', () => clearInterval(dripping));
  let heard = '';
  socket.on('data', (bytes: Buffer) => void (heard += bytes.toString('latin1')));
  return { socket, heard: () => heard };
}
