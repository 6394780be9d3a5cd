import { LIMITS, type Registration } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { foreignRegistrationOf } from '../../../testing/startForeignCdn.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { MAX_KEYS } from '../../../text/nameKeys.ts';

const ADMIN = '/v1/admin/mini-programs';

describe.each(testEngines())('the names of mini-apps ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer({ engine })));
  afterAll(() => server.close());

  const register = (name: string, appId = newAppId(), version = '1.0.0') =>
    server.post(ADMIN, foreignRegistrationOf(appId, version, { name }));
  const newName = () => `Wallet ${newAppId().split('.').at(-1)!}`;

  it('are refused when they look like that of another, which is not named', async () => {
    const [name, appId] = [newName(), newAppId()];
    expect((await register(name, appId)).statusCode).toBe(201);
    for (const other of [
      name,
      name.toUpperCase(),
      `${name}!`,
      name.replace(' ', '-'),
      name.replace('ll', '11'),
      name.replace('ll', 'II'),
    ]) {
      const problem = expectProblem(await register(other), 'name-taken');
      expect(problem.errors).toMatchObject([{ pointer: '/name', code: 'name_taken' }]);
      expect(JSON.stringify(problem)).not.toContain(appId);
    }
  });

  it.each(['Ord\u200bers', 'Оrders', ' Orders', 'My  Orders', '\u202eOrders', '…'])(
    'are not %j, and the answer says why',
    async (name) => {
      const problem = expectProblem(await register(name), 'invalid-body');
      expect(problem.errors).toMatchObject([{ pointer: '/name', code: 'name_not_readable' }]);
    },
  );

  it('are its own in every language', async () => {
    const [own, german, spanish, appId] = [newName(), newName(), newName(), newAppId()];
    const translate = (translations: Registration['translations'], id = newAppId()) =>
      server.post(ADMIN, foreignRegistrationOf(id, '1.0.0', { name: newName(), translations }));
    const first = foreignRegistrationOf(appId, '1.0.0', {
      name: own,
      // The same name twice is one.
      translations: { de: { name: german }, es: { name: spanish }, en: { name: own } },
    });
    expect((await server.post(ADMIN, first)).statusCode).toBe(201);
    expect((await server.post(ADMIN, first)).statusCode).toBe(200);
    expectProblem(await register(german.toUpperCase()), 'name-taken');
    const taken = expectProblem(
      await translate({ es: { description: 'x' }, ar: { name: own } }),
      'name-taken',
    );
    expect(taken.errors).toMatchObject([{ pointer: '/translations/ar/name', code: 'name_taken' }]);
    const wrong = expectProblem(await translate({ de: { name: 'Оrders' } }), 'invalid-body');
    expect(wrong.errors).toMatchObject([
      { pointer: '/translations/de/name', code: 'name_not_readable' },
    ]);
  });

  it('stay with the mini-app that had them, also when it changes its name or is stopped', async () => {
    const [first, second, appId] = [newName(), newName(), newAppId()];
    await register(first, appId);
    await register(second, appId, '1.1.0');
    await server.post(`${ADMIN}/${appId}/versions/1.0.0/withdraw`);
    await server.post(`${ADMIN}/${appId}/suspend`);
    expectProblem(await register(first), 'name-taken');
    expectProblem(await register(second), 'name-taken');
    expect((await register(first, appId, '1.2.0')).statusCode).toBe(201);
  });

  it('are had by one of several that register at once, on several nodes', async () => {
    const place = await engine.createPlace();
    const nodes = [await createTestServer({ place })];
    // The embedded database belongs to one process.
    if (nodes[0]!.db.engine === 'postgres') nodes.push(await createTestServer({ place }));
    const name = newName();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        nodes[index % nodes.length]!.post(
          ADMIN,
          foreignRegistrationOf(newAppId(), '1.0.0', { name }),
        ),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409]);
    for (const node of nodes) await node.close();
    await place.remove();
  });

  it('can be allowed by an operator, for one mini-app', async () => {
    const [name, appId] = [newName(), newAppId()];
    await register(name);
    const { token } = await server.issue({ scopes: ['trust'], apps: [appId] });
    const allow = (id: string) =>
      server.send('PUT', `${ADMIN}/${id}/names`, { payload: { name }, token });
    expect((await allow(appId)).json()).toEqual({ appId, name });
    expect((await register(name, appId)).statusCode).toBe(201);
    expectProblem(await register(name), 'name-taken');
    expectProblem(await allow(newAppId()), 'app-not-allowed');
    const publisher = await server.issue({ scopes: ['publish', 'release'], apps: [appId] });
    expectProblem(
      await server.send('PUT', `${ADMIN}/${appId}/names`, {
        payload: { name },
        token: publisher.token,
      }),
      'scope-missing',
    );
  });

  it('may be that of the mini-app’s own publisher, and of no other', async () => {
    const [name, appId] = [newName(), newAppId()];
    const id = appId.split('.').at(-1)!;
    await server.post('/v1/admin/publishers', { id, name });
    expectProblem(await register(name), 'name-taken');
    const { token } = await server.issue({ scopes: ['publish'], publisher: id });
    const registration = foreignRegistrationOf(appId, '1.0.0', { name });
    expect((await server.post(ADMIN, registration, { token })).statusCode).toBe(201);
  });

  it(`are at most ${LIMITS.namesPerApp} for each mini-app`, async () => {
    const appId = newAppId();
    const perVersion = LIMITS.translations;
    const translations = () =>
      Object.fromEntries(
        Array.from({ length: perVersion }, (_, index) => [
          `de-${100 + index}`,
          { name: newName() },
        ]),
      );
    const name = newName();
    let [taken, versions] = [201, 0];
    while (taken === 201) {
      const changes = { name, translations: translations() };
      const registration = foreignRegistrationOf(appId, `1.0.${versions++}`, changes);
      taken = (await server.post(ADMIN, registration)).statusCode;
    }
    expect(taken).toBe(409);
    expect(versions * perVersion).toBeGreaterThan(LIMITS.namesPerApp);
    expect((versions - 1) * perVersion).toBeLessThanOrEqual(MAX_KEYS * LIMITS.namesPerApp);
  });
});
