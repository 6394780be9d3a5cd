import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import type { ConsoleEvent } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { REGISTRY_TOPIC } from '../hosting/records/registryChanges.ts';
import { type SeenUpstream, addSeen } from '../hosting/records/upstreamHealthRows.ts';
import { ConsoleSessions } from '../operations/console/ConsoleSessions.ts';
import { signInTo } from '../operations/console/testing/signInTo.ts';
import { createAdminTokens } from '../operations/identity/adminTokens.ts';
import type { Caller } from '../operations/identity/Caller.ts';
import { MemoryTransport } from '../push/transports/MemoryTransport.ts';
import type { FcmAddress } from '../push/transports/Transport.types.ts';
import type { Change, Database } from '../storage/database/Database.types.ts';
import {
  ADMIN_TOKEN,
  type TestServer,
  createTestServer,
  newAppId,
} from '../testing/createTestServer.ts';
import { expectProblem } from '../testing/expectProblem.ts';
import { testEngines } from '../testing/testEngines.ts';
import { ChangeStreams, MAX_STREAMS_PER_TOKEN } from './ChangeStreams.ts';

describe.each(testEngines())('live events ($name)', (engine) => {
  const fcm = new MemoryTransport<FcmAddress>('fcm');
  let server: TestServer;
  let origin: string;
  beforeAll(async () => {
    server = await createTestServer({ engine, pushTransports: [fcm] as never });
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  /** A page that listens, and what it has heard. */
  async function listen(headers: Record<string, string>, path = '/v1/admin/events') {
    const leave = new AbortController();
    const response = await fetch(`${origin}${path}`, {
      headers: { accept: 'text/event-stream', ...headers },
      signal: leave.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const heard: ConsoleEvent[] = [];
    let wake = () => {};
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) {
        for (const line of decoder.decode(chunk as Uint8Array).split('\n')) {
          if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)) as ConsoleEvent);
        }
        wake();
      }
    })().catch(() => undefined);
    const hears = async (wanted: ConsoleEvent) => {
      const has = () => heard.some((each) => each.kind === wanted.kind && each.key === wanted.key);
      while (!has()) await new Promise<void>((resolve) => void (wake = resolve));
    };
    return { heard, hears, leave: () => leave.abort(), ended: reading };
  }
  type StreamOptions = Pick<ConstructorParameters<typeof ChangeStreams>[0], 'db' | 'checkEveryMs'>;
  /** Streams of their own, on a server that answers as it is told. */
  async function serve(options: StreamOptions, respond: (to: ChangeStreams) => RequestListener) {
    const nothing = { look: async () => new Set<string>(), forget: () => {} };
    const healthy = { look: async () => [], forget: () => {} };
    const streams = new ChangeStreams({
      progress: async () => '',
      connected: async () => 0,
      crashes: nothing,
      health: healthy,
      ...options,
    });
    const http = createServer(respond(streams)).listen(0);
    const { port } = http.address() as AddressInfo;
    const close = async () => {
      streams.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    };
    return { streams, port, close };
  }

  /** A stream of its own, and a client that does not read. */
  async function serveStream(options: StreamOptions, caller: Caller) {
    const respond = (to: ChangeStreams): RequestListener => {
      return (_, response) => to.add(caller, response);
    };
    const { streams, port, close } = await serve(options, respond);
    const client = await new Promise<IncomingMessage>((resolve) => get({ port }, resolve));
    client.on('error', () => {});
    return {
      client,
      size: () => streams.size,
      close: async () => {
        client.destroy();
        await close();
      },
    };
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it('tell that a mini-app, something by an action, or messages changed', async () => {
    const page = await listen(bearer(ADMIN_TOKEN));
    await page.hears({ kind: 'hello' });
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
    await page.hears({ kind: 'mini-app', key: appId });
    await page.hears({ kind: 'action', key: 'version.release' });
    // It compares with what it saw at its first look.
    for (let index = 0; !page.heard.some(({ kind }) => kind === 'messages'); index++) {
      await server.post('/fcm/send', { to: '/topics/news', data: { index: String(index) } });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(page.heard[0]).toEqual({ kind: 'hello' });
    page.leave();
    await page.ended;
  });

  it('tell that devices came, changed and connected, to who may see them', async () => {
    const all = await listen(bearer(ADMIN_TOKEN));
    const { token: restricted } = await server.issue({ scopes: ['read'], apps: [newAppId()] });
    const some = await listen(bearer(restricted));
    const register = (token: string) =>
      server.post('/devices/register', { token, platform: 'android' }, { token: undefined });
    for (let index = 0; !all.heard.some(({ kind }) => kind === 'devices'); index++) {
      await register(`device-${index}-${'t'.repeat(40)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(some.heard.filter(({ kind }) => kind === 'devices')).toEqual([]);
    for (const page of [all, some]) page.leave();
    await Promise.all([all.ended, some.ended]);
  });

  it('tell that a mini-app crashed, to who may see it', async () => {
    const [mine, other] = [newAppId(), newAppId()];
    for (const appId of [mine, other]) await server.publish(appId, '1.0.0', { percentage: 100 });
    const { token } = await server.issue({ scopes: ['read'], apps: [mine] });
    const pages = [await listen(bearer(ADMIN_TOKEN)), await listen(bearer(token))] as const;
    const crash = (appId: string, installId: string) =>
      server.send('POST', `/v1/mini-programs/${appId}/reports`, {
        token: undefined,
        payload: {
          version: '1.0.0',
          platform: 'ios',
          hostVersion: '1.0.0',
          installId,
          kind: 'crashed',
          message: 'it broke',
          stack: 'Error: it broke\n    at App (index.bundle:1:2034)',
        },
      });
    const hasHeard = (appId: string) => (page: (typeof pages)[number]) =>
      page.heard.some(({ kind, key }) => kind === 'crash' && key === appId);
    for (let index = 0; !pages.every(hasHeard(mine)) || !hasHeard(other)(pages[0]); index++) {
      for (const appId of [other, mine]) {
        const answer = await crash(appId, `install-${index}`);
        expect(answer.statusCode, answer.body).toBeLessThan(300);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(hasHeard(other)(pages[1])).toBe(false);
    for (const page of pages) page.leave();
    await Promise.all(pages.map(({ ended }) => ended));
  });

  it('tell that a back end begins and ceases to fail, to who may see it', async () => {
    const [mine, other] = [newAppId(), newAppId()];
    for (const appId of [mine, other]) await server.publish(appId, '1.0.0', { percentage: 100 });
    const { token } = await server.issue({ scopes: ['read'], apps: [mine] });
    const pages = [await listen(bearer(ADMIN_TOKEN)), await listen(bearer(token))] as const;
    /** As any node writes down what it saw. */
    const note = (appId: string, seen: Omit<SeenUpstream, 'appId'>) =>
      server.db.transaction((tx) => addSeen(tx, [{ appId, ...seen }]));
    const fail = (appId: string, code = 'upstream-timeout') =>
      note(appId, { failures: 3, lastError: { code, at: Date.now() } });
    const countOf = (page: (typeof pages)[number], appId: string) =>
      page.heard.filter(({ kind, key }) => kind === 'upstream' && key === appId).length;
    // It compares with what it saw at its first look.
    const hasHeard = (page: (typeof pages)[number]) => countOf(page, mine) > 0;
    for (let index = 0; !pages.every(hasHeard); index++) {
      await fail(mine, `answered-${index}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await fail(other);
    await pages[0].hears({ kind: 'upstream', key: other });
    // One that fails still is no news.
    const before = countOf(pages[0], other);
    await fail(other);
    await note(mine, { failures: 0, answeredAt: Date.now() });
    const third = newAppId();
    await server.publish(third, '1.0.0');
    await fail(third);
    await pages[0].hears({ kind: 'upstream', key: third });
    expect(countOf(pages[0], other)).toBe(before);
    await note(other, { failures: 0, answeredAt: Date.now() });
    await expect.poll(() => countOf(pages[0], other), { timeout: 10_000 }).toBe(before + 1);
    expect(pages[1].heard.some(({ key }) => key === other || key === third)).toBe(false);
    for (const page of pages) page.leave();
    await Promise.all(pages.map(({ ended }) => ended));
  });

  it('tell that a push service begins to fail, to who may see the whole', async () => {
    const { token: restricted } = await server.issue({ scopes: ['read'], apps: [newAppId()] });
    const pages = [await listen(bearer(ADMIN_TOKEN)), await listen(bearer(restricted))] as const;
    const ofServices = (page: (typeof pages)[number]) =>
      page.heard.filter(({ kind }) => kind === 'system');
    const codes: string[] = [];
    fcm.answer = () => {
      // Each time in another way: it is compared with what was there at the first look.
      codes.push(`REFUSED_${codes.length}`);
      return { kind: 'rejected', code: codes.at(-1)! };
    };
    const token = `fcm:${newAppId()}`;
    await server.post('/devices/register', { token, platform: 'android' }, { token: undefined });
    while (ofServices(pages[0]).length === 0) {
      await server.post('/fcm/send', { to: token, data: { a: 'b' } });
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(codes.length).toBeGreaterThan(0);
    expect(ofServices(pages[1])).toEqual([]);
    for (const page of pages) page.leave();
    await Promise.all(pages.map(({ ended }) => ended));
  });

  it('tell who has some mini-apps of these alone', async () => {
    const [mine, other] = [newAppId(), newAppId()];
    await server.publish(mine, '1.0.0');
    const { token } = await server.issue({ scopes: ['read'], apps: [mine] });
    const page = await listen(bearer(token));
    await server.publish(other, '1.0.0', { percentage: 100 });
    await server.post(`/v1/admin/mini-programs/${mine}/versions/1.0.0/release`, {});
    await page.hears({ kind: 'mini-app', key: mine });
    expect(page.heard.filter(({ kind }) => kind === 'action')).toEqual([]);
    expect(JSON.stringify(page.heard)).not.toContain(other);
    page.leave();
    await page.ended;
  });

  it('tell who has some mini-apps of the messages that they sent, and of no others', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
    const { token } = await server.issue({ scopes: ['read', 'push'], apps: [appId] });
    const all = await listen(bearer(ADMIN_TOKEN));
    const own = await listen(bearer(token));
    await own.hears({ kind: 'hello' });
    const countIn = (heard: readonly ConsoleEvent[]) =>
      heard.filter(({ kind }) => kind === 'messages').length;
    for (let index = 0; countIn(all.heard) < 2; index++) {
      await server.post('/fcm/send', { to: '/topics/news', data: { index: String(index) } });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(countIn(own.heard)).toBe(0);
    for (let index = 0; countIn(own.heard) === 0; index++) {
      const payload = { to: `/topics/miniapp_${appId}_x`, data: { index: String(index) } };
      const sent = await server.send('POST', '/fcm/send', { payload, token });
      expect(sent.statusCode, sent.body).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    for (const page of [all, own]) page.leave();
    await Promise.all([all.ended, own.ended]);
  });

  it('come through the console with its cookie', async () => {
    const { cookie } = await signInTo(server, { token: ADMIN_TOKEN });
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const page = await listen(headers, '/console/api/v1/admin/events');
    await page.hears({ kind: 'hello' });
    expect(page.heard).toHaveLength(1);
    page.leave();
    await page.ended;
  });

  it('leave places for others: a token has so many', async () => {
    const { token } = await server.issue({ scopes: ['read'], apps: [newAppId()] });
    const pages = [];
    for (let page = 0; page < MAX_STREAMS_PER_TOKEN; page++)
      pages.push(await listen(bearer(token)));
    const headers = { accept: 'text/event-stream' };
    const one = await server.send('GET', '/v1/admin/events', { token, headers });
    expectProblem(one, 'unavailable');
    const another = await listen(bearer(ADMIN_TOKEN));
    await another.hears({ kind: 'hello' });
    for (const page of [another, ...pages]) page.leave();
    await Promise.all([another, ...pages].map(({ ended }) => ended));
  });

  it('end with the time of their token', async () => {
    const { id, token } = await server.issue({ scopes: ['read'] });
    const caller = await createAdminTokens(server.db, []).authenticate(token);
    const page = await serveStream({ db: server.db, checkEveryMs: 20 }, caller);
    expect(page.size()).toBe(1);
    await server.db.run('UPDATE tokens SET expires_at = ? WHERE id = ?', Date.now() - 1, id);
    await new Promise<void>((resolve) => page.client.once('end', resolve).resume());
    await page.close();
  });

  it.each([
    ['time', 'UPDATE console_sessions SET expires_at = 1 WHERE id = ?'],
    ['idle time', 'UPDATE console_sessions SET last_used_at = 1 WHERE id = ?'],
  ])('end with the %s of their session', async (_, sql) => {
    const tokens = createAdminTokens(server.db, [ADMIN_TOKEN]);
    const sessions = new ConsoleSessions({ db: server.db, tokens, rootTokens: [ADMIN_TOKEN] });
    const place = { address: '', requestId: '' };
    const { caller, session } = await sessions.signIn({ token: ADMIN_TOKEN }, place);
    const page = await serveStream({ db: server.db, checkEveryMs: 20 }, caller);
    await server.db.run(sql, session.id);
    await once(page.client.resume(), 'end');
    expect(page.size()).toBe(0);
    await page.close();
  });

  it('tell a publisher nothing more of a mini-app that another one has now', async () => {
    const publishers = ['acme-now', 'beta-now'];
    for (const id of publishers) await server.post('/v1/admin/publishers', { id, name: id });
    const [own, given] = [newAppId(), newAppId()];
    const assign = (appId: string, publisher: string) =>
      server.send('PUT', `/v1/admin/mini-programs/${appId}/publisher`, { payload: { publisher } });
    for (const appId of [own, given]) {
      await server.publish(appId, '1.0.0');
      expect((await assign(appId, publishers[0]!)).statusCode).toBe(200);
    }
    const { token } = await server.issue({ role: 'publisher', publisher: publishers[0]! });
    const caller = await createAdminTokens(server.db, []).authenticate(token);
    const hearers: ((change: Change) => void)[] = [];
    const db = new Proxy(server.db, {
      get: (target, name: keyof Database) =>
        name === 'onChange'
          ? (hear: (change: Change | undefined) => void) => {
              hearers.push(hear);
              return () => {};
            }
          : target[name],
    });
    const page = await serveStream({ db, checkEveryMs: 20 }, caller);
    let heard = '';
    page.client.setEncoding('utf8').on('data', (text: string) => (heard += text));
    const tell = (key: string) => hearers[0]!({ topic: REGISTRY_TOPIC, key });
    const hears = async (text: string) => {
      while (!heard.includes(text)) await once(page.client, 'data');
    };
    tell(given);
    await hears(given);
    expect((await assign(given, publishers[1]!)).statusCode).toBe(200);
    // The next look at what the caller may hear of, and the one after it: the first may have begun before.
    for (let look = 0; look < 2; look++) {
      heard = '';
      await hears('here');
    }
    tell(given);
    tell(own);
    await hears(own);
    expect(heard).not.toContain(given);
    await page.close();
  });

  it('have no place for a page that left while its token was looked up', async () => {
    const caller = await createAdminTokens(server.db, [ADMIN_TOKEN]).authenticate(ADMIN_TOKEN);
    let size: number | undefined;
    const { port, close } = await serve({ db: server.db }, (streams) => (_, response) => {
      response.once('close', () => {
        streams.add(caller, response);
        size = streams.size;
      });
      response.socket!.destroy();
    });
    const client = connect(port, '127.0.0.1').on('error', () => {});
    client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await once(client.resume(), 'close');
    expect(size).toBe(0);
    await close();
  });

  it('have one place for a connection that asked for several at once, until it ends', async () => {
    const caller = await createAdminTokens(server.db, [ADMIN_TOKEN]).authenticate(ADMIN_TOKEN);
    let asked = 0;
    let left: Promise<unknown> = Promise.resolve();
    const { streams, port, close } = await serve({ db: server.db }, (to) => (_, response) => {
      asked++;
      if (asked === 1) left = once(response, 'close');
      to.add(caller, response);
    });
    const client = connect(port, '127.0.0.1').on('error', () => {});
    client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(5));
    await once(client, 'data');
    expect(asked).toBe(5);
    expect(streams.size).toBe(1);
    client.destroy();
    await left;
    expect(streams.size).toBe(0);
    await close();
  });

  it('end when a page does not read them, and not before', async () => {
    const hearers: ((change: Change) => void)[] = [];
    const onChange = (hear: (change: Change | undefined) => void) => {
      hearers.push(hear);
      return () => {};
    };
    const caller = await createAdminTokens(server.db, [ADMIN_TOKEN]).authenticate(ADMIN_TOKEN);
    const db = { onChange } as Pick<Database, 'onChange'> as Database;
    const page = await serveStream({ db }, caller);
    const key = 'k'.repeat(200);
    const change = { topic: REGISTRY_TOPIC, key };
    const told = async (events: number) => {
      for (let event = 0; event < events; event++) hearers[0]!(change);
      await new Promise((resolve) => setImmediate(resolve));
    };
    for (let turn = 0; turn < 10; turn++) await told(100);
    expect(page.size()).toBe(1);
    // The buffers of the sockets between take some megabytes.
    for (let turn = 0; turn < 1000 && page.size() > 0; turn++) await told(300);
    expect(page.size()).toBe(0);
    await page.close();
  });

  it('are for who asks for a stream', async () => {
    expectProblem(await server.send('GET', '/v1/admin/events'), 'invalid-header');
  });
});

describe.each(testEngines().filter(({ name }) => name !== 'embedded'))(
  'live events of several nodes ($name)',
  (engine) => {
    it('are heard on every node', async () => {
      const place = await engine.createPlace();
      const [one, other] = [await createTestServer({ place }), await createTestServer({ place })];
      const origin = await one.app.listen({ host: '127.0.0.1', port: 0 });
      const leave = new AbortController();
      const response = await fetch(`${origin}/v1/admin/events`, {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${ADMIN_TOKEN}` },
        signal: leave.signal,
      });
      const appId = newAppId();
      await other.publish(appId, '1.0.0');
      let heard = '';
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) {
        heard += decoder.decode(chunk as Uint8Array);
        if (heard.includes('version.register')) break;
      }
      expect(heard).toContain('version.register');
      leave.abort();
      await one.close();
      await other.close();
      await place.remove();
    });
  },
);
