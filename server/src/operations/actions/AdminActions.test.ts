import type { AuditEntry, IssuedToken, TokenRecord } from '@host/contracts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ApiError } from '../../errors/ApiError.ts';
import { nameCallers } from '../../http/address/nameCallers.ts';
import { adminActions } from '../../testing/adminActions.ts';
import {
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
} from '../../testing/createTestServer.ts';
import { dumpDatabase } from '../../testing/dumpDatabase.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { readPages } from '../../testing/readPages.ts';
import { foreignRegistrationOf } from '../../testing/startForeignCdn.ts';
import { type WithForeignCdn, startWithForeignCdn } from '../../testing/startWithForeignCdn.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { Caller } from '../identity/Caller.ts';
import { everything } from '../identity/Reach.ts';
import { MAX_ANSWERS_PER_TOKEN } from '../quotas/quotaLimits.ts';
import { AdminActions } from './AdminActions.ts';
import { keepMany } from './idempotency/testing/keepMany.ts';

const ADMIN = '/v1/admin/mini-programs';
const TOKENS = '/v1/admin/tokens';
const token = (name: string) => ({ name, scopes: ['read'], expiresInSeconds: 3600 });

let keys = 0;
const newKey = () => `key-${++keys}`;
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

describe.each(testEngines())('an Idempotency-Key ($name)', (engine) => {
  let started: WithForeignCdn;
  let cdn: WithForeignCdn['cdn'];
  let server: TestServer;
  let trusting: TestServer;
  beforeAll(async () => {
    started = await startWithForeignCdn(engine);
    ({ cdn, server, trusting } = started);
  });
  afterAll(() => started.close());

  const entriesOf = async (action: string, target: string) => {
    const entries = (await readPages<AuditEntry>(server, '/v1/admin/audit?limit=100')).flat();
    return entries.filter((entry) => entry.action === action && entry.target === target);
  };
  const posts = adminActions(
    () => server,
    () => cdn,
  ).filter(({ route }) => route.startsWith('POST'));

  it('is tested here with every POST', () => {
    const all = server.routes
      .filter(({ method, url }) => method === 'POST' && url.startsWith('/v1/admin/'))
      // It counts, and is a POST since an address is too short for many tokens.
      .filter(({ url }) => url !== '/v1/admin/audience')
      .map(({ url }) => `POST ${url}`);
    expect(posts.map(({ route }) => route).toSorted()).toEqual(all.toSorted());
  });

  it.each(posts)('makes $route answer the same again, with one effect', async ({ prepare }) => {
    const { path, body, action, target } = await prepare(newAppId());
    const options = withKey(newKey());
    const first = await trusting.post(path, body, options);
    expect(first.statusCode, first.body).toBeLessThan(300);
    expect(first.headers['idempotent-replay']).toBeUndefined();

    const again = await trusting.post(path, body, options);
    expect(again.headers['idempotent-replay']).toBe('true');
    expect([again.statusCode, again.json()]).toEqual([first.statusCode, first.json()]);
    for (const name of ['location', 'etag', 'cache-control']) {
      expect(again.headers[name]).toBe(first.headers[name]);
    }
    expect(await entriesOf(action, target)).toHaveLength(1);
  });

  it('gives the answer of then, whatever happened since', async () => {
    const options = withKey(newKey());
    const registration = foreignRegistrationOf(newAppId(), '1.0.0');
    const first = await server.post(ADMIN, registration, options);
    const at = `${ADMIN}/${registration.appId}/versions/1.0.0`;
    expect((await server.post(`${at}/withdraw`)).statusCode).toBe(200);
    const again = await server.post(ADMIN, registration, options);
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
  });

  it('issues one token, and gives its secret again though the database does not hold it', async () => {
    const options = withKey(newKey());
    const issue = () => server.post(TOKENS, token('Once'), options);
    const [first, again] = [await issue(), await issue()];
    const issued = first.json<IssuedToken>();
    expect(again.json()).toEqual(issued);
    const listed = (await readPages<TokenRecord>(server, TOKENS)).flat();
    expect(listed.filter(({ name }) => name === 'Once')).toHaveLength(1);
    const dump = await dumpDatabase(server.db);
    expect(dump['idempotency_keys']?.length).toBeGreaterThan(0);
    expect(JSON.stringify(dump)).not.toContain(issued.token.slice(-43));
  });

  it('is refused with 422 for another body or another address', async () => {
    const options = withKey(newKey());
    const appId = newAppId();
    await server.post(ADMIN, foreignRegistrationOf(appId, '1.0.0'), options);
    for (const [url, body] of [
      [ADMIN, foreignRegistrationOf(appId, '1.0.1')],
      [TOKENS, token('Another')],
      [`${ADMIN}/${appId}/suspend`, {}],
    ] as const) {
      expectProblem(await server.post(url, body, options), 'idempotency-key-reused');
    }
    const read = await server.send('GET', `${ADMIN}/${appId}`);
    expect(read.json()).toMatchObject({ versions: 1, suspended: false });
  });

  it('belongs to its caller: two may use the same', async () => {
    const key = newKey();
    const callers = await Promise.all([1, 2].map(() => server.issue({ scopes: ['publish'] })));
    const answers = await Promise.all(
      callers.map(({ token: bearer }) =>
        server.post(ADMIN, foreignRegistrationOf(newAppId(), '1.0.0'), {
          ...withKey(key),
          token: bearer,
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(answers.map(({ headers }) => headers['idempotent-replay'])).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['a space', 'a key'],
    ['more than 255 characters', 'x'.repeat(256)],
    ['a letter outside ASCII', 'schlüssel'],
    ['nothing', ''],
  ])('with %s is refused with 400', async (_what, key) => {
    const appId = newAppId();
    const response = await server.post(ADMIN, foreignRegistrationOf(appId, '1.0.0'), withKey(key));
    expect(expectProblem(response, 'invalid-header').detail).toContain('Idempotency-Key');
    expect((await server.send('GET', `${ADMIN}/${appId}`)).statusCode).toBe(404);
  });

  it('of 255 characters is accepted', async () => {
    const options = withKey('~'.repeat(255));
    expect((await server.post(TOKENS, token('Long'), options)).statusCode).toBe(201);
  });

  it('has one effect when 20 requests come at the same time, and all get the same answer', async () => {
    const options = withKey(newKey());
    const name = 'Twenty at once';
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.post(TOKENS, token(name), options)),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201));
    expect(answers.filter(({ headers }) => !headers['idempotent-replay'])).toHaveLength(1);
    expect(await entriesOf('token.issue', name)).toHaveLength(1);
  });

  it('holds up nobody: 20 requests with keys of their own all succeed at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.post(ADMIN, foreignRegistrationOf(newAppId(), '1.0.0'), withKey(newKey())),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201));
  });

  it('is not used up by a request that failed', async () => {
    const options = withKey(newKey());
    const appId = newAppId();
    const registration = registrationOf(appId, '1.0.0');
    expectProblem(await server.post(ADMIN, registration, options), 'artifact-missing');
    await server.upload(appId, '1.0.0');
    const second = await server.post(ADMIN, registration, options);
    expect(second.statusCode, second.body).toBe(201);
    expect(second.headers['idempotent-replay']).toBeUndefined();
  });

  it('that the root token of before used is refused with 422 after the root token was replaced', async () => {
    const options = withKey(newKey());
    await server.post(TOKENS, token('Before'), options);
    const { db, objects } = server;
    const replaced = await createTestServer({ db, objects, adminToken: 'the-new-root-token' });
    const response = await replaced.post(TOKENS, token('Before'), options);
    await replaced.close();
    expectProblem(response, 'idempotency-key-reused');
  });

  it('whose first request takes too long is told as that, and a busy effect as what it is', async () => {
    const busy = new ApiError('unavailable', 'Somebody else is working on the same thing.');
    const locked = { ...server.db, withLock: () => Promise.reject(busy) };
    const waiting = await createTestServer({ db: locked, objects: server.objects });
    const response = await waiting.post(TOKENS, token('Waiting'), withKey(newKey()));
    await waiting.close();
    expectProblem(response, 'idempotency-in-progress');
    expect(response.headers['retry-after']).toBe('5');

    const broken = { ...server.db, transaction: () => Promise.reject(busy) };
    const failing = await createTestServer({ db: broken, objects: server.objects });
    const other = await failing.post(TOKENS, token('Failing'), withKey(newKey()));
    await failing.close();
    expectProblem(other, 'unavailable');
  });

  describe('with a clock', () => {
    const DAY = 24 * 60 * 60 * 1000;
    let now = Date.parse('2026-01-10T12:00:00Z');
    let app: FastifyInstance;
    let effects = 0;
    let alerts = 0;
    beforeAll(() => {
      const actions = new AdminActions(server.db, { now: () => now, onFull: () => void alerts++ });
      app = Fastify();
      nameCallers(app, { kind: 'nobody' });
      app.decorateRequest('caller');
      app.addHook('onRequest', async (request) => {
        request.caller = new Caller('clock', 'root', everything, { secret: 'secret' });
      });
      app.post('/', (request, reply) =>
        actions.perform(request, reply, { action: 'count', target: 'clock' }, (commit) =>
          commit(async () => ({ status: 200, body: { effects: ++effects } })),
        ),
      );
      app.post('/failing', (request, reply) =>
        actions.perform(request, reply, { action: 'fail', target: 'clock' }, (commit) =>
          commit(async (tx) => {
            await tx.run('UPDATE tokens SET name = ?', 'changed by a failure');
            throw new ApiError('unavailable', 'Changed its mind.');
          }),
        ),
      );
    });
    afterAll(() => app.close());
    const post = async (key: string, url = '/') =>
      app.inject({ method: 'POST', url, headers: { 'idempotency-key': key } });

    it('is refused when the token has as many as are kept, and nothing happens', async () => {
      await keepMany(server.db, 'clock', MAX_ANSWERS_PER_TOKEN, now);
      const before = effects;
      const response = await post(newKey());
      expect([response.statusCode, response.json()]).toEqual([
        429,
        expect.objectContaining({ code: 'quota-exceeded' }),
      ]);
      expect(effects).toBe(before);
      expect(alerts).toBe(1);
      now += DAY;
      expect((await post(newKey())).statusCode).toBe(200);
    });

    it('is kept for 24 hours to the millisecond, and free then', async () => {
      const key = newKey();
      const first = (await post(key)).json();
      now += DAY - 1;
      expect((await post(key)).json()).toEqual(first);
      now += 1;
      const later = await post(key);
      expect(later.headers['idempotent-replay']).toBeUndefined();
      expect(later.json()).toEqual({ effects: first.effects + 1 });
      expect((await post(key)).json()).toEqual(later.json());
    });

    it('is not kept for longer: the next one clears it away', async () => {
      await post(newKey());
      now += DAY;
      await post('the-only-one');
      const { idempotency_keys: kept } = await dumpDatabase(server.db);
      expect(kept?.filter((row) => 'actor' in row && row.actor === 'clock')).toEqual([
        expect.objectContaining({ idempotency_key: 'the-only-one' }),
      ]);
    });

    it('leaves nothing of an action that failed after it had begun', async () => {
      const key = newKey();
      expect((await post(key, '/failing')).statusCode).toBe(503);
      const dump = JSON.stringify(await dumpDatabase(server.db));
      expect(dump).not.toContain('changed by a failure');
      expect(dump).not.toContain('"action":"fail"');
      expect(dump).not.toContain(`"${key}"`);
    });
  });
});
