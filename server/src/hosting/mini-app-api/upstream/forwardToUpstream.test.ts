import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { LIMITS, type Overview, type SystemReport, type UpstreamStatus } from '@host/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { answerAs } from '../../../people/testing/answerAs.ts';
import { personOn, sendAs } from '../../../people/testing/personOn.ts';
import { type TestServer, createTestServer } from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { type VouchedApp, vouchedApp } from '../testing/vouchedApp.ts';

interface Seen extends Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  body: string;
}

describe('the back end of a mini-app', () => {
  let backend: Server;
  let origin: string;
  let seen: Seen[] = [];
  let answer: RequestListener;
  let server: TestServer;
  let app: VouchedApp;
  beforeAll(async () => {
    const receive = async (...[request, response]: Parameters<RequestListener>) => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: await text(request) });
      answer(request, response);
    };
    backend = createServer((request, response) => void receive(request, response));
    backend.listen(0, '127.0.0.1');
    await once(backend, 'listening');
    origin = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
    server = await createTestServer({ config: { upstreamOrigins: [origin] } });
    app = await vouchedApp(server, { documents: [] });
    const response = await server.send('PUT', `/v1/admin/mini-programs/${app.appId}/upstream`, {
      payload: { url: `${origin}/base` },
    });
    if (response.statusCode !== 200) throw new Error(response.body);
  });
  beforeEach(() => {
    seen = [];
    answer = (_, response) => response.setHeader('content-type', 'application/json').end('[]');
  });
  afterAll(async () => {
    await server.close();
    backend.closeAllConnections();
    backend.close();
  });

  const anonymous = { token: undefined };

  it('is asked with method, rest of the path, query and the very bytes of the body', async () => {
    const payload = '{"big": 12345678901234567890, "text":"é"}';
    const response = await server.send('POST', `${app.path}/items/7?a=1&b=%2F`, {
      ...anonymous,
      payload,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k-1' },
    });
    expect(response.statusCode, response.body).toBe(200);
    expect(seen).toMatchObject([{ method: 'POST', url: '/base/items/7?a=1&b=%2F', body: payload }]);
    expect(seen[0]!.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'k-1',
      'x-request-id': response.headers['x-request-id'],
      host: origin.replace('http://', ''),
    });
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('is asked with %s', async (method) => {
    await server.send(method, `${app.path}/items`, anonymous);
    expect(seen.map((each) => each.method)).toEqual([method]);
  });

  it('is told neither cookies nor what only concerns the way here', async () => {
    await server.send('GET', `${app.path}/items`, {
      ...anonymous,
      headers: {
        cookie: 'session=secret',
        'x-forwarded-for': '1.2.3.4',
        'proxy-authorization': 'secret',
        te: 'trailers',
        'x-anything': 'else',
      },
    });
    expect(Object.keys(seen[0]!.headers).toSorted()).toEqual([
      'connection',
      'host',
      'x-request-id',
    ]);
  });

  it('answers with its status, and without cookies and what is not meant for callers', async () => {
    answer = (_, response) =>
      response
        .writeHead(418, {
          'content-type': 'text/html',
          'set-cookie': 'admin=1',
          'x-powered-by': 'x',
          'access-control-allow-origin': '*',
          'content-security-policy': 'default-src *',
          etag: '"1"',
          vary: 'accept-language',
        })
        .end('<script>alert(1)</script>');
    const response = await server.send('GET', `${app.path}/items`, anonymous);
    expect([response.statusCode, response.body]).toEqual([418, '<script>alert(1)</script>']);
    const { headers } = response;
    expect(headers['content-type']).toBe('text/html');
    expect(headers['vary']).toBe('accept-language, authorization, origin');
    // On our origin a page of somebody else may do nothing.
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(headers['x-content-type-options']).toBe('nosniff');
    const dropped = ['set-cookie', 'x-powered-by', 'access-control-allow-origin', 'etag'];
    for (const name of dropped) {
      expect(headers[name]).toBeUndefined();
    }
  });

  describe('with a person', () => {
    let session: { accessToken: string };
    beforeAll(async () => {
      session = await (await personOn(server)).signIn();
    });
    const tokenFor = async (appId: string) => {
      await answerAs(server, session, appId, 'granted');
      const url = `/v1/mini-programs/${appId}/token`;
      const response = await sendAs(server, session, 'POST', url, { payload: {} });
      return response.json<{ token: string }>().token;
    };

    it('is given the token of the mini-app, and no other', async () => {
      const token = await tokenFor(app.appId);
      expect((await server.send('GET', `${app.path}/items`, { token })).statusCode).toBe(200);
      expect(seen[0]!.headers.authorization).toBe(`Bearer ${token}`);
      await server.send('GET', `${app.path}/items`, anonymous);
      expect(seen[1]!.headers.authorization).toBeUndefined();
    });

    it('is given nothing of a person who took their consent back, from the next call on', async () => {
      const token = await tokenFor(app.appId);
      expect((await server.send('GET', `${app.path}/items`, { token })).statusCode).toBe(200);
      seen = [];
      await answerAs(server, session, app.appId, 'declined');
      for (const method of ['GET', 'POST'] as const) {
        const response = await server.send(method, `${app.path}/items`, { token });
        expectProblem(response, 'consent-missing');
      }
      expect(seen).toEqual([]);
      expect((await server.send('GET', `${app.path}/items`, anonymous)).statusCode).toBe(200);
      expect(seen[0]!.headers.authorization).toBeUndefined();
    });

    it('is never given a session, an admin token or the token of another mini-app', async () => {
      const other = await vouchedApp(server);
      const refused = [session.accessToken, undefined, await tokenFor(other.appId)];
      const codes = ['unauthorized', 'unauthorized', 'app-not-allowed'] as const;
      for (const [index, token] of refused.entries()) {
        const options = token === undefined ? {} : { token };
        const response = await server.send('GET', `${app.path}/items`, options);
        expectProblem(response, codes[index]!);
      }
      expect(seen).toEqual([]);
    });
  });

  it.each([301, 302, 303, 307, 308])('is not followed elsewhere by a %i', async (status) => {
    answer = (_, response) =>
      response.writeHead(status, { location: 'http://169.254.169.254/' }).end();
    const response = await server.send('GET', `${app.path}/items`, anonymous);
    expectProblem(response, 'upstream-unavailable');
    expect(response.headers['location']).toBeUndefined();
  });

  it.each([
    [
      '101 and another protocol',
      '101 Switching Protocols\r\nUpgrade: tunnel\r\nConnection: upgrade',
    ],
    ['101 alone', '101 Switching Protocols\r\nConnection: close'],
    ['a status that there is not', '999 Tunnel\r\nConnection: close'],
  ])('cannot have a proxy in front believe that a request is over by %s', async (_, head) => {
    answer = (request) => void request.socket.end(`HTTP/1.1 ${head}\r\n\r\n`);
    const response = await server.send('GET', `${app.path}/items`, anonymous);
    expectProblem(response, 'upstream-unavailable');
  });

  it('cannot have the page of the host connect to anybody by links in its answer', async () => {
    const pages = ['</items?cursor=2>; rel="next"', '</items?a=1,2>; rel=prev'];
    const others = [
      '<https://tracker.example/a.png>; rel=preload; as=image',
      '<https://tracker.example>; rel=preconnect',
      '<https://tracker.example>; rel="next preconnect"',
      '<https://tracker.example>; rel=next; rel=preconnect',
      '<https://tracker.example>; rel=dns-prefetch; rel=next',
      '<https://tracker.example/<a>; rel=stylesheet',
    ];
    answer = (_, response) =>
      response.writeHead(200, { link: [others[0]!, ...pages, ...others] }).end();
    const { headers } = await server.send('GET', `${app.path}/items`, anonymous);
    expect(headers['link']).toBe(pages.join(', '));
    answer = (_, response) => response.writeHead(200, { link: others }).end();
    const none = await server.send('GET', `${app.path}/items`, anonymous);
    expect(none.headers['link']).toBeUndefined();
  });

  it('cannot recognise a browser by what it put into the last answer', async () => {
    answer = (_, response) =>
      response
        .writeHead(200, { etag: '"visitor-7"', 'last-modified': 'Sat, 01 Jan 2000 00:00:07 GMT' })
        .end();
    const { headers } = await server.send('GET', `${app.path}/items`, anonymous);
    expect([headers['etag'], headers['last-modified']]).toEqual([undefined, undefined]);
    const conditions = { 'if-none-match': '"visitor-7"', 'if-modified-since': 'visitor 7' };
    await server.send('GET', `${app.path}/items`, { ...anonymous, headers: conditions });
    expect(seen[1]!.headers).not.toMatchObject({ 'if-none-match': expect.anything() as string });
    expect(seen[1]!.headers).not.toMatchObject({
      'if-modified-since': expect.anything() as string,
    });
  });

  it('is told the first language of a person, not the list that tells them from others', async () => {
    const headers = { 'accept-language': 'de-CH,de;q=0.9,rm;q=0.8,en;q=0.7' };
    await server.send('GET', `${app.path}/items`, { ...anonymous, headers });
    expect(seen[0]!.headers['accept-language']).toBe('de-CH');
  });

  it('is not asked for one person what a cache kept of another', async () => {
    answer = (_, response) => response.writeHead(200, { 'cache-control': 'max-age=600' }).end();
    const { headers } = await server.send('GET', `${app.path}/items`, anonymous);
    expect(headers).toMatchObject({
      'cache-control': 'max-age=600',
      vary: 'authorization, origin',
    });
  });

  it('is 502 when it hangs up, and when its answer is too long', async () => {
    answer = (request) => request.socket.destroy();
    const response = await server.send('GET', `${app.path}/items`, anonymous);
    expectProblem(response, 'upstream-unavailable');
    answer = (_, answering) =>
      answering.writeHead(200, { 'content-length': LIMITS.upstreamAnswerBytes + 1 }).write('x');
    expectProblem(await server.send('GET', `${app.path}/items`, anonymous), 'upstream-unavailable');
  });

  it('is 502 when nobody listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const down = `http://127.0.0.1:${port}`;
    const { db } = server;
    const trusting = await createTestServer({ db, config: { upstreamOrigins: [down] } });
    const other = await vouchedApp(trusting);
    const payload = { url: down };
    await trusting.send('PUT', `/v1/admin/mini-programs/${other.appId}/upstream`, { payload });
    const response = await trusting.send('GET', `${other.path}/items`, anonymous);
    expectProblem(response, 'upstream-unavailable');
    // Without the listing the same address is refused, though it is in the database.
    const refused = await server.send('GET', `${other.path}/items`, anonymous);
    const { detail } = expectProblem(refused, 'upstream-unavailable');
    expect(detail).not.toContain('127.0.0.1');
    await trusting.close();
  });

  it('is shown to operators when it fails again and again, until it answers', async () => {
    const admin = async <Answer>(path: string) =>
      (await server.send('GET', `/v1/admin/${path}`)).json<Answer>();
    const attention = async () =>
      (await admin<Overview>('overview')).attention.filter(
        (each) => each.kind === 'upstream-failing' && each.appId === app.appId,
      );
    const status = () => admin<UpstreamStatus>(`mini-programs/${app.appId}/upstream`);
    const ask = () => server.send('GET', `${app.path}/items`, anonymous);
    await ask();
    const url = `${origin}/base`;
    expect(await status()).toMatchObject({ url, state: 'working' });
    answer = (_, answering) => answering.writeHead(500).end('{}');
    await ask();
    await ask();
    expect(await attention()).toEqual([]);
    await ask();
    const at = expect.any(String) as string;
    expect(await attention()).toEqual([
      { kind: 'upstream-failing', appId: app.appId, error: 'answered-500', at },
    ]);
    const lastError = { code: 'answered-500', at };
    expect(await status()).toEqual({ url, state: 'failing', answeredAt: at, lastError });
    const { upstreams } = await admin<SystemReport>('system');
    expect(upstreams).toContainEqual({
      appId: app.appId,
      state: 'failing',
      lastError,
    });
    const { token } = await server.issue({ scopes: ['read'], apps: ['com.acme.other'] });
    const other = (await server.send('GET', '/v1/admin/overview', { token })).json<Overview>();
    expect(other.attention).toEqual([]);
    answer = (_, answering) => answering.writeHead(404).end('{}');
    await ask();
    expect(await attention()).toEqual([]);
    expect(await status()).toMatchObject({ state: 'working', lastError });
  });

  it('has no health before it was asked, or where there is none', async () => {
    const statusOf = (appId: string) =>
      server.send('GET', `/v1/admin/mini-programs/${appId}/upstream`);
    const { appId } = await vouchedApp(server);
    expect((await statusOf(appId)).json()).toEqual({ state: 'none' });
    const payload = { url: `${origin}/other` };
    await server.send('PUT', `/v1/admin/mini-programs/${appId}/upstream`, { payload });
    expect((await statusOf(appId)).json()).toEqual({ url: payload.url, state: 'unknown' });
    expectProblem(await statusOf('com.acme.gone'), 'mini-program-not-found');
  });

  it('gets JSON alone, and no more than fits', async () => {
    const headers = { 'content-type': 'text/plain' };
    const plain = await server.send('POST', `${app.path}/x`, {
      ...anonymous,
      payload: 'x',
      headers,
    });
    expectProblem(plain, 'unsupported-media-type');
    const payload = JSON.stringify('x'.repeat(LIMITS.upstreamRequestBytes));
    const large = await server.send('POST', `${app.path}/x`, {
      ...anonymous,
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expectProblem(large, 'body-too-large');
    expect(seen).toEqual([]);
  });

  it('cannot be left by the path', async () => {
    for (const rest of ['a%2f..%2f..%2fadmin', 'a%5c..%5cadmin']) {
      const response = await server.send('GET', `${app.path}/${rest}`, anonymous);
      expectProblem(response, 'invalid-path');
    }
    expect(seen).toEqual([]);
  });
});
