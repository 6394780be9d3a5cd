import { createECDH, createPublicKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type RequestListener, createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

import ece from 'http_ece';
import { jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { testCertificate } from '../../../testing/push-services/startHttp2Server.ts';
import type { OutgoingMessage, WebPushAddress } from '../Transport.types.ts';
import { vapidKeysFrom } from './vapidKeys.ts';
import { type WebPushOptions, WebPushTransport } from './WebPushTransport.ts';

/** Connections that stay open while nothing is sent. */
const MAX_IDLE = 100;
const MESSAGE: OutgoingMessage = {
  id: 'message-1',
  notification: { title: 'Shipped' },
  data: { orderId: '1' },
  priority: 'high',
  remainingSeconds: 600,
};
const receiver = createECDH('prime256v1');
receiver.generateKeys();
const KEYS = {
  p256dh: receiver.getPublicKey('base64url'),
  auth: randomBytes(16).toString('base64url'),
};
const vapid = vapidKeysFrom(randomBytes(32).toString('base64url'))!;

let answer: RequestListener;
let received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[];
let origin: string;
const opened: (() => unknown)[] = [];

beforeEach(async () => {
  received = [];
  answer = (_, response) => response.writeHead(201).end();
  const server = createServer(serve);
  origin = `http://127.0.0.1:${await listen(server)}`;
});

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

describe('a send over Web Push', () => {
  it('is read by a browser, and says how long, how urgently and in whose place', async () => {
    const outcome = await transport().send({ ...MESSAGE, collapseKey: 'order' }, address());
    expect(outcome).toEqual({ kind: 'accepted', status: 201 });
    const [{ path, headers, body }] = received as [(typeof received)[0]];
    expect(path).toBe('/subscription');
    expect(headers).toMatchObject({
      ttl: '600',
      urgency: 'high',
      topic: 'order',
      'content-encoding': 'aes128gcm',
      'content-length': String(body.length),
    });
    expect(JSON.parse(decrypt(body))).toEqual({
      id: 'message-1',
      notification: { title: 'Shipped' },
      data: { orderId: '1' },
    });
  });

  it('says which mini-app it is from', async () => {
    const app = { id: 'com.acme.orders', name: 'Orders' };
    await transport().send({ ...MESSAGE, app }, address());
    expect(JSON.parse(decrypt(received[0]!.body))).toMatchObject({ app });
  });

  it('is signed for the origin of the push service', async () => {
    await transport().send(MESSAGE, address());
    const token = /^vapid t=(\S+), k=/.exec(received[0]!.headers.authorization!)![1]!;
    const { payload } = await jwtVerify(token, createPublicKey(vapid.privateKey));
    expect(payload.aud).toBe(origin);
  });

  it('has a topic of 32 characters at most, whatever the collapse key', async () => {
    const web = transport();
    for (const collapseKey of ['x'.repeat(33), 'a b', 'Grüße\n']) {
      await web.send({ ...MESSAGE, collapseKey }, address());
      expect(received.at(-1)!.headers['topic']).toMatch(/^[\w-]{32}$/);
    }
  });

  it('leaves message and address as they were', async () => {
    const message = structuredClone(MESSAGE);
    await transport().send(Object.freeze(message), Object.freeze(address()));
    expect(message).toEqual(MESSAGE);
  });

  it('that is too large is known before it goes out', async () => {
    const data = { text: 'x'.repeat(4000) };
    expect(await transport().send({ ...MESSAGE, data }, address())).toEqual({
      kind: 'too-large',
      code: 'payload-too-large',
    });
    expect(received).toEqual([]);
  });

  it('does not go out as a dry run, which the protocol does not have', async () => {
    expect(await transport().send({ ...MESSAGE, dryRun: true }, address())).toEqual({
      kind: 'accepted',
    });
    expect(received).toEqual([]);
  });

  it('goes over TLS to a service that is trusted, and to no other', async () => {
    const { cert, private: key } = await testCertificate();
    const port = await listen(createHttpsServer({ cert, key }, serve));
    const secure = `https://127.0.0.1:${port}`;
    const listedOrigins = [secure];
    const to = { ...address(), endpoint: `${secure}/subscription` };
    expect(await transport({ listedOrigins, ca: cert }).send(MESSAGE, to)).toEqual({
      kind: 'accepted',
      status: 201,
    });
    expect(await transport({ listedOrigins }).send(MESSAGE, to)).toEqual({
      kind: 'retry',
      code: 'tls-refused',
      scope: 'device',
    });
    expect(received).toHaveLength(1);
  });
});

describe('a subscription that is made up', () => {
  it.each(['http://127.0.0.1:1/x', 'https://127.0.0.1/x', 'https://169.254.169.254/x', 'nonsense'])(
    'with the address %s is dropped and nobody is asked',
    async (endpoint) => {
      expect(await transport().send(MESSAGE, { ...address(), endpoint })).toEqual({
        kind: 'dead-token',
        code: 'endpoint-not-allowed',
      });
    },
  );

  it('with a name that leads to this machine reaches nothing', async () => {
    expect(
      await transport().send(MESSAGE, { ...address(), endpoint: 'https://localhost/x' }),
    ).toEqual({ kind: 'quarantine', code: 'private-address' });
  });

  it('with keys that are none is dropped and nobody is asked', async () => {
    const keys = { ...KEYS, p256dh: 'AAAA' };
    expect(await transport().send(MESSAGE, { ...address(), keys })).toEqual({
      kind: 'dead-token',
      code: 'malformed-keys',
    });
    expect(received).toEqual([]);
  });

  it('whose service redirects is not followed', async () => {
    answer = (_, response) => response.writeHead(307, { location: `${origin}/inside` }).end();
    expect(await transport().send(MESSAGE, address())).toEqual({
      kind: 'rejected',
      status: 307,
      code: '307',
    });
    expect(received).toHaveLength(1);
  });

  it('leaves few connections behind, however many origins are named whose servers never hang up', async () => {
    const sockets = new Set<Socket>();
    const listedOrigins = await Promise.all(
      Array.from({ length: MAX_IDLE + 10 }, async () => {
        const server = createServer({ keepAliveTimeout: 0 }, serve);
        server.on('connection', (socket: Socket) => {
          sockets.add(socket);
          socket.on('close', () => sockets.delete(socket));
        });
        return `http://127.0.0.1:${await listen(server)}`;
      }),
    );
    const web = transport({ listedOrigins });
    const sendTo = (each: string) =>
      web.send(MESSAGE, { ...address(), endpoint: `${each}/subscription` });
    for (const each of listedOrigins) await sendTo(each);
    await expect.poll(() => sockets.size).toBe(MAX_IDLE);
    // Those that were used last are used again.
    const before = new Set(sockets);
    for (const each of listedOrigins.slice(-3)) await sendTo(each);
    expect(received).toHaveLength(MAX_IDLE + 13);
    expect(sockets).toEqual(before);
  });

  it('whose service never stops answering is let go', async () => {
    let wasCut = false;
    answer = (_, response) => {
      response.writeHead(201);
      const more = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.on('close', () => {
        clearInterval(more);
        wasCut = true;
      });
    };
    expect(await transport().send(MESSAGE, address())).toEqual({
      kind: 'accepted',
      status: 201,
    });
    await vi.waitFor(() => expect(wasCut).toBe(true), { timeout: 30_000 });
  });
});

describe('an answer of a push service', () => {
  it.each([
    [404, { kind: 'dead-token', code: '404' }],
    [410, { kind: 'dead-token', code: '410' }],
    [413, { kind: 'too-large', code: '413' }],
    [429, { kind: 'retry', code: '429', scope: 'device', retryAfterMs: 9000 }],
    [406, { kind: 'retry', code: '406', scope: 'device', retryAfterMs: 9000 }],
    [403, { kind: 'quarantine', code: '403' }],
    [400, { kind: 'rejected', code: '400' }],
    [500, { kind: 'retry', code: '500', scope: 'device', retryAfterMs: 9000 }],
  ])('of %i has one outcome', async (status, outcome) => {
    answer = (_, response) => response.writeHead(status, { 'retry-after': '9' }).end();
    expect(await transport().send(MESSAGE, address())).toEqual({ ...outcome, status });
  });

  it.each([
    ['never comes', 'timeout', () => {}],
    ['is a cut connection', 'connection-lost', (request) => request.socket.destroy()],
    ['is garbage', 'protocol-error', (request) => request.socket.end('garbage\r\n\r\n')],
  ] as [string, string, RequestListener][])(
    'that %s is tried again',
    async (_, code, misbehave) => {
      answer = misbehave;
      const timeoutMs = code === 'timeout' ? 300 : 60_000;
      expect(await transport({ timeoutMs }).send(MESSAGE, address())).toEqual({
        kind: 'retry',
        code,
        scope: 'device',
      });
    },
  );

  it('that fails again and again makes that service rest, and no other', async () => {
    let now = 0;
    const other = `http://127.0.0.1:${await listen(createServer(serve))}`;
    const web = transport({ listedOrigins: [origin, other], elapsed: () => now });
    answer = (request, response) =>
      response.writeHead(request.headers.host === new URL(origin).host ? 503 : 201).end();
    for (let i = 0; i < 3; i++) await web.send(MESSAGE, address());
    expect(await web.send(MESSAGE, address())).toEqual({
      kind: 'retry',
      code: 'push-service-down',
      scope: 'device',
      retryAfterMs: 5000,
    });
    expect(received).toHaveLength(3);
    const elsewhere = { ...address(), endpoint: `${other}/subscription` };
    expect(await web.send(MESSAGE, elsewhere)).toEqual({ kind: 'accepted', status: 201 });
    answer = (_, response) => response.writeHead(201).end();
    now += 5000;
    expect(await web.send(MESSAGE, address())).toEqual({ kind: 'accepted', status: 201 });
  });

  it('is not waited for when the caller aborts', async () => {
    answer = () => {};
    const signal = AbortSignal.timeout(20);
    expect(await transport().send(MESSAGE, address(), signal)).toEqual({ kind: 'aborted' });
    expect(await transport().send(MESSAGE, address(), signal)).toEqual({ kind: 'aborted' });
  });

  it('is not waited for when the transport is closed', async () => {
    answer = () => {};
    const web = transport();
    const pending = web.send(MESSAGE, address());
    await web.close();
    expect(await pending).toEqual({ kind: 'retry', code: 'closed', scope: 'device' });
    expect(await web.send(MESSAGE, address())).toMatchObject({ kind: 'retry', code: 'closed' });
  });
});

const serve: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { url: path = '', headers } = request;
    received.push({ path, headers, body: Buffer.concat(chunks) });
    answer(request, response);
  });
};

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function transport(options: Partial<WebPushOptions> = {}): WebPushTransport {
  const made = new WebPushTransport({
    keys: vapid,
    subject: 'mailto:push@acme.example',
    listedOrigins: [origin],
    timeoutMs: 60_000,
    ...options,
  });
  opened.push(() => made.close());
  return made;
}

function address(): WebPushAddress {
  return { transport: 'webpush', endpoint: `${origin}/subscription`, keys: KEYS };
}

function decrypt(body: Buffer): string {
  return ece
    .decrypt(body, {
      version: 'aes128gcm',
      privateKey: receiver,
      dh: KEYS.p256dh,
      authSecret: KEYS.auth,
    })
    .toString();
}
