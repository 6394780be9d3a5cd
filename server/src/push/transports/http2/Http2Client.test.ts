import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, describe, expect, it } from 'vitest';

import {
  type Http2TestServer,
  type ReceivedRequest,
  startHttp2Server,
} from '../../../testing/push-services/startHttp2Server.ts';
import { Http2Client } from './Http2Client.ts';
import type { Http2ClientOptions } from './Http2Client.types.ts';

const LONG = 60_000;
const opened: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

describe('a client of one origin over HTTP/2', () => {
  it('sends and receives whole bodies, many at once over one connection', async () => {
    const { client, server } = await setUp(({ headers, body }) => ({
      status: 200,
      headers: { 'x-path': String(headers[':path']) },
      body: `${String(headers['x-name'])}:${body.toString()}`,
    }));
    const results = await Promise.all(Array.from({ length: 300 }, (_, i) => ask(client, `${i}`)));
    expect(results[299]).toMatchObject({
      answer: { status: 200, body: 'test:299', headers: { 'x-path': '/send' } },
    });
    expect(results.every(({ answer }) => answer?.status === 200)).toBe(true);
    expect(server.sessions.size).toBe(1);
  });

  it('never has more streams than the other side allows', async () => {
    let [now, most] = [0, 0];
    const { client } = await setUp(
      async () => {
        most = Math.max(most, ++now);
        await sleep(5);
        now--;
        return { status: 200 };
      },
      {},
      { maxConcurrentStreams: 3 },
    );
    const results = await Promise.all(Array.from({ length: 20 }, () => ask(client)));
    expect(results.every(({ answer }) => answer)).toBe(true);
    expect(most).toBe(3);
  });

  it('opens further connections, up to its limit, when all streams are taken', async () => {
    const { client, server } = await setUp(() => undefined, { mostConnections: 2, mostStreams: 1 });
    void Promise.all(Array.from({ length: 5 }, () => ask(client)));
    while (server.sessions.size < 2) await sleep(1);
    await sleep(20);
    expect(server.sessions.size).toBe(2);
  });

  it('carries one stream until credentials were taken, where the other side wants that', async () => {
    let [now, most] = [0, 0];
    const answers = [403, 403, 200];
    const { client } = await setUp(
      async () => {
        const status = answers.shift() ?? 200;
        now++;
        if (status === 403 || answers.length > 0) most = Math.max(most, now);
        await sleep(5);
        now--;
        return { status };
      },
      { startsWithOneStream: true },
    );
    await Promise.all(Array.from({ length: 10 }, () => ask(client)));
    expect(most).toBe(1);
  });

  it('fails a request that is not answered in time, and uses the connection on', async () => {
    let isSilent = true;
    const { client, server } = await setUp(() => (isSilent ? undefined : { status: 200 }), {
      timeoutMs: 3000,
    });
    expect(await ask(client)).toEqual({ failure: 'timeout' });
    isSilent = false;
    expect(await ask(client)).toMatchObject({ answer: { status: 200 } });
    expect(server.sessions.size).toBe(1);
  });

  it('fails a request that waits too long for a free stream', async () => {
    const { client } = await setUp(() => undefined, { mostStreams: 1, timeoutMs: 300 });
    const results = await Promise.all([ask(client), ask(client)]);
    expect(results).toEqual([{ failure: 'timeout' }, { failure: 'timeout' }]);
  });

  it('refuses requests at once when too many wait', async () => {
    const { client } = await setUp(() => undefined, { mostStreams: 1, mostWaiting: 1 });
    const first = ask(client);
    expect(await ask(client)).toEqual({ failure: 'busy' });
    client.close();
    expect(await first).toEqual({ failure: 'closed' });
  });

  it('gives up on a connection that is never made', async () => {
    const silent = await startPeer(() => {});
    const client = clientOf({ origin: silent.origin, connectMs: 200 });
    expect(await ask(client)).toEqual({ failure: 'timeout' });
  });

  it('drops a connection whose pings are not answered', async () => {
    const { server } = await setUp(() => ({ status: 200 }));
    const line = await startLine(server.origin);
    const client = clientOf({ origin: line.origin, ca: server.ca, pingEveryMs: 100, pingMs: 300 });
    expect(await ask(client)).toMatchObject({ answer: { status: 200 } });
    line.freeze();
    expect(await ask(client)).toEqual({ failure: 'connection-lost' });
    line.thaw();
    expect(await ask(client)).toMatchObject({ answer: { status: 200 } });
  });

  it('ends a request when its signal is aborted, before and during it', async () => {
    const { client } = await setUp(() => undefined);
    const controller = new AbortController();
    const pending = client.request({ ...REQUEST, signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    expect(await pending).toEqual({ failure: 'aborted' });
    expect(await client.request({ ...REQUEST, signal: controller.signal })).toEqual({
      failure: 'aborted',
    });
  });

  it('says that the connection was lost when it is cut after the request was read', async () => {
    let isCut = true;
    const { client, server } = await setUp(() => {
      if (!isCut) return { status: 200 };
      server.cut();
      return undefined;
    });
    const results = await Promise.all([ask(client), ask(client), ask(client)]);
    expect(new Set(results.map(({ failure }) => failure))).toEqual(new Set(['connection-lost']));
    isCut = false;
    expect(await ask(client)).toMatchObject({ answer: { status: 200 } });
  });

  it('finishes what was taken before a GOAWAY and connects anew for the rest', async () => {
    const seen = new Set<unknown>();
    const { client } = await setUp(async ({ stream }) => {
      seen.add(stream.session);
      if (seen.size === 1) stream.session?.goaway(0);
      await sleep(20);
      return { status: 200 };
    });
    expect(await ask(client)).toMatchObject({ answer: { status: 200 } });
    expect(await ask(client)).toMatchObject({ answer: { status: 200 } });
    expect(seen.size).toBe(2);
  });

  it('says goaway when the other side ends with an error, and connects anew', async () => {
    let isAngry = true;
    const { client } = await setUp(({ stream }) => {
      if (!isAngry) return { status: 200 };
      stream.session?.goaway(11);
      return undefined;
    });
    expect(await ask(client)).toEqual({ failure: 'goaway' });
    isAngry = false;
    expect(await ask(client)).toMatchObject({ answer: { status: 200 } });
  });

  it('says so when the other side refuses a stream', async () => {
    const { client } = await setUp(({ stream }) => {
      stream.close(7);
      return undefined;
    });
    expect(await ask(client)).toEqual({ failure: 'refused-stream' });
  });

  it('gives up on an answer that does not end', async () => {
    const { client } = await setUp(({ stream }) => {
      stream.respond({ ':status': 200 });
      stream.end('x'.repeat(100_000));
      return undefined;
    });
    expect(await ask(client)).toEqual({ failure: 'answer-too-large' });
  });

  it('never takes half an answer for a whole one', async () => {
    const { client, server } = await setUp(({ stream }) => {
      stream.respond({ ':status': 200 });
      stream.write('{"name":');
      setTimeout(() => server.cut(), 20);
      return undefined;
    });
    expect(await ask(client)).toEqual({ failure: 'connection-lost' });
  });

  it('says that nobody listens', async () => {
    const { client, server } = await setUp(() => undefined);
    await server.close();
    opened.pop();
    expect(await ask(client)).toEqual({ failure: 'connection-refused' });
  });

  it('refuses a certificate that it does not trust', async () => {
    const { server } = await setUp(() => ({ status: 200 }));
    const client = clientOf({ origin: server.origin });
    expect(await ask(client)).toEqual({ failure: 'tls-refused' });
  });

  it.each([
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['answers garbage', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('says that TLS was refused by a server that %s', async (_, meet) => {
    const peer = await startPeer(meet);
    expect(await ask(clientOf({ origin: peer.origin }))).toEqual({ failure: 'tls-refused' });
  });

  it('fails everybody who waits for a connection that cannot be made', async () => {
    const peer = await startPeer((socket) => socket.destroy());
    const client = clientOf({ origin: peer.origin });
    const results = await Promise.all(Array.from({ length: 10 }, () => ask(client)));
    expect(results.every(({ failure }) => failure === 'tls-refused')).toBe(true);
  });

  it('takes nothing more once it is closed', async () => {
    const { client } = await setUp(() => ({ status: 200 }));
    await ask(client);
    client.close();
    expect(await ask(client)).toEqual({ failure: 'closed' });
  });
});

const REQUEST = {
  headers: { ':method': 'POST', ':path': '/send', 'x-name': 'test' },
  body: '',
} as const;

function ask(client: Http2Client, body = '') {
  return client.request({ ...REQUEST, body });
}

async function setUp(
  answer: (request: ReceivedRequest) => ReturnType<Parameters<typeof startHttp2Server>[0]>,
  options: Partial<Http2ClientOptions> = {},
  settings = {},
): Promise<{ client: Http2Client; server: Http2TestServer }> {
  const server = await startHttp2Server(answer, settings);
  opened.push(() => server.close());
  return { client: clientOf({ origin: server.origin, ca: server.ca, ...options }), server };
}

function clientOf(options: Http2ClientOptions): Http2Client {
  const client = new Http2Client({ timeoutMs: LONG, connectMs: LONG, ...options });
  opened.unshift(() => client.close());
  return client;
}

async function startPeer(
  onGreeting: (socket: Socket) => void,
  onConnection: (socket: Socket) => void = () => {},
): Promise<{ origin: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => onGreeting(socket));
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A way to a server on which bytes can get stuck. */
async function startLine(to: string): Promise<{ origin: string; freeze(): void; thaw(): void }> {
  let isFrozen = false;
  const { origin } = await startPeer(
    () => {},
    (near) => {
      const far = connect(Number(new URL(to).port), '127.0.0.1');
      far.on('error', () => {});
      const carry = (from: Socket, into: Socket) =>
        from.on('data', (chunk) => isFrozen || into.write(chunk)).on('close', () => into.destroy());
      carry(near, far);
      carry(far, near);
    },
  );
  return {
    origin,
    freeze: () => void (isFrozen = true),
    thaw: () => void (isFrozen = false),
  };
}
