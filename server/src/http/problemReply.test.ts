import { once } from 'node:events';
import { connect } from 'node:net';

import { ERRORS, type ErrorCode, Problem } from '@host/contracts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ApiError } from '../errors/ApiError.ts';
import { type TestServer, createTestServer, newAppId } from '../testing/createTestServer.ts';
import { expectProblem } from '../testing/expectProblem.ts';
import { sendProblem } from './problemReply.ts';

describe('an error answer', () => {
  let app: FastifyInstance;
  let error: ApiError;
  beforeAll(() => {
    app = Fastify();
    app.get('/', (request, reply) => sendProblem(request, reply, error, 'https://host.example'));
  });
  afterAll(() => app.close());
  const answer = (thrown: ApiError) => {
    error = thrown;
    return app.inject('/');
  };

  it.each(Object.keys(ERRORS) as ErrorCode[])('of %s has the form of RFC 9457', async (code) => {
    const response = await answer(new ApiError(code, 'About this case.'));
    const { status, title } = ERRORS[code];
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    const body = Problem.parse(response.json());
    const type = `https://host.example/docs/errors/${code}`;
    expect(body).toMatchObject({ type, title, status, code, detail: 'About this case.' });
    expect(body).not.toHaveProperty('errors');
    expect(response.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
    expect(response.headers['retry-after']).toBeUndefined();
  });

  it('carries what is wrong in the body, further members, and when to come again', async () => {
    const errors = [{ pointer: '/a', code: 'x', detail: 'y' }];
    const extra = { requiredHostVersion: '2.0.0' };
    const response = await answer(
      new ApiError('unavailable', 'Busy.', { errors, extra, retryAfterSeconds: 7 }),
    );
    expect(response.json()).toMatchObject({ errors, ...extra });
    expect(response.headers['retry-after']).toBe('7');
  });

  it('says nothing of its cause', async () => {
    const response = await answer(
      new ApiError('unavailable', 'Busy.', { cause: new Error('password hunter2') }),
    );
    expect(response.body).not.toContain('hunter2');
  });
});

describe('the errors of the server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it.each([
    ['GET', '/nothing'],
    ['POST', '/v1/mini-programs'],
    ['DELETE', '/v1/admin/mini-programs'],
    ['GET', '/v1/admin/nothing'],
  ] as const)('%s %s, which is not there, is 404', async (method, url) => {
    const { detail } = expectProblem(await server.send(method, `${url}?secret=1`), 'not-found');
    expect(detail).toBe(`There is no ${method} ${url}.`);
  });

  it.each(['/v1/mini-programs/%', '/cdn/%zz', '/v1/mini-programs/%E0%A4%A/resolve', '/cdn/%00'])(
    'the address %s, which cannot be read, is 400',
    async (url) => {
      expectProblem(await server.send('GET', url), 'invalid-path');
    },
  );

  it('have the id of the request, the given one or a new one in place of a hostile one', async () => {
    const ask = (id: string) => server.send('GET', '/nothing', { headers: { 'x-request-id': id } });
    const kept = await ask('from-the-proxy-1');
    expect(kept.headers['x-request-id']).toBe('from-the-proxy-1');
    expect(kept.json()).toMatchObject({ requestId: 'from-the-proxy-1' });
    const replaced = await ask('<script>alert(1)</script>');
    expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(replaced.body).not.toContain('script');
    expectProblem(replaced, 'not-found');
  });

  it('tells some of the problems of a body that has thousands', async () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, n]));
    const response = await server.post('/devices/register', body, { token: undefined });
    const { errors } = expectProblem(response, 'invalid-body');
    expect(errors).toHaveLength(50);
    expect(response.body.length).toBeLessThan(JSON.stringify(body).length);
  });

  it('hide what broke: a failing database is 500 without a word of it', async () => {
    const fail = () => Promise.reject(new Error('connect to 10.0.0.7 as admin:hunter2 failed'));
    const broken = { ...server.db };
    const failing = await createTestServer({ db: broken });
    Object.assign(broken, { get: fail, all: fail, transaction: fail });
    const resolve = `/v1/mini-programs/${newAppId()}/resolve?platform=ios&hostVersion=1.0.0`;
    const answers = [
      await failing.send('GET', resolve),
      await failing.send('GET', '/v1/mini-programs'),
      await failing.send('GET', '/v1/admin/audit'),
      await failing.post('/v1/admin/tokens', { name: 'x', scopes: ['read'], expiresInSeconds: 9 }),
      await failing.send('GET', '/cdn/mini-apps/x/1.0.0/ios.zip'),
    ];
    await failing.close();
    for (const response of answers) {
      const problem = expectProblem(response, 'internal-error');
      expect(problem.detail).toBe('See the log of the server.');
      expect(response.body + JSON.stringify(response.headers)).not.toMatch(
        /hunter2|10\.0\.0\.7|at /,
      );
    }
  });

  it('pour away a body that nobody will read, so that it is not taken for a request, and end the connection', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let received = '';
    socket.on('data', (data) => (received += data.toString()));
    const smuggled = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(
      `POST /v1/admin/mini-programs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n${smuggled}`,
    );
    await once(socket, 'close');
    expect(received).toMatch(/^HTTP\/1\.1 401 /);
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});
