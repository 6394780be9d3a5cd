import { connect } from 'node:net';

import { SERVER_KEY } from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type ListeningServer, startServer } from '../../api-client/startServer.ts';

/** What a stranger may ask as often as they like, as raw requests. */
const FLOODS: readonly [name: string, request: string][] = [
  ['/metrics', 'GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n'],
  [
    '/metrics with a wrong token',
    'GET /metrics HTTP/1.1\r\nhost: x\r\nauthorization: Bearer x\r\n\r\n',
  ],
  ['/docs/json', 'GET /docs/json HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['/docs/yaml', 'GET /docs/yaml HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['/ready', 'GET /ready HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['what is nowhere', 'GET /nothing-here HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['what cannot be read', 'GET /%zz HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['an artifact that is not there', 'GET /cdn/mini-apps/x HTTP/1.1\r\nhost: x\r\n\r\n'],
  [
    'sends with a wrong key',
    'POST /fcm/send HTTP/1.1\r\nhost: x\r\nauthorization: key=x\r\ncontent-length: 2\r\n\r\n{}',
  ],
];
const CONNECTIONS = 50;
/** More than a turn of the event loop lets begin. */
const PIPELINED = 10;

describe('a flood', () => {
  let listening: ListeningServer;
  beforeAll(async () => {
    listening = await startServer();
  });
  afterAll(() => listening.server.close());

  /** Sends a request again and again on many connections. Gives how many answers there were, and ends it. */
  const flood = (request: string) => {
    const { port } = new URL(listening.origin);
    let answers = 0;
    const sockets = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(Number(port), '127.0.0.1');
      const send = () => socket.write(request.repeat(PIPELINED));
      socket.on('connect', send).on('error', () => undefined);
      socket.on('data', (bytes: Buffer) => {
        const heard = bytes.toString('latin1').split('HTTP/1.1 ').length - 1;
        answers += heard;
        for (let n = 0; n < heard; n++) socket.write(request);
      });
      return socket;
    });
    return { answers: () => answers, end: () => sockets.forEach((socket) => socket.destroy()) };
  };

  it.each(FLOODS)('of %s leaves room for a sender', async (_, request) => {
    const flooding = flood(request);
    await expect.poll(flooding.answers).toBeGreaterThan(CONNECTIONS);
    const sent = await fetch(`${listening.origin}/fcm/send`, {
      method: 'POST',
      headers: { authorization: `key=${SERVER_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to: '/topics/news', data: { n: '1' } }),
    });
    expect(sent.status).toBe(200);
    // How long it takes depends on the machine: `pnpm bench strangers` measures it.
    const before = flooding.answers();
    await expect.poll(flooding.answers).toBeGreaterThan(before);
    flooding.end();
  });

  it('of requests on one connection that waits for no answer ends the connection', async () => {
    const { port } = new URL(listening.origin);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined).resume();
    const closed = new Promise<string>((resolve) => socket.once('close', () => resolve('ended')));
    socket.write('GET /nothing-here HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1000));
    expect(await closed).toBe('ended');
  });
});
