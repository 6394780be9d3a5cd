import { ROLES, type Role, type RoleTable, type TokenScope } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { signInTo } from './testing/signInTo.ts';

describe.each(testEngines())('each role on the console ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer({ engine })));
  afterAll(() => server.close());

  /** Every action of the admin API with the scopes of which one is enough, as the server has them. */
  const actions = () =>
    server.routes
      .filter(({ url, method }) => url.startsWith('/v1/admin/') && method !== 'HEAD')
      .map(({ url, method, config }) => ({
        method: String(method) as 'GET' | 'POST' | 'PUT' | 'DELETE',
        path: url
          .replace(':appId', 'com.acme.unknown')
          .replace(':publisherId', 'unknown')
          .replace(':version', '1.0.0')
          .replace(':collection', 'items')
          .replace('icons/:file', 'icons/com.acme.unknown.png')
          .replace(':file', 'ios.zip')
          .replace(/:\w+/g, 'z'.repeat(26)),
        scopes: [config!.scope!].flat(),
      }));

  it.each(Object.keys(ROLES) as Role[])('%s may do exactly its own', async (role) => {
    const { token } = await server.issue({ role });
    const { send } = await signInTo(server, { token });
    expect(actions().length).toBeGreaterThan(60);
    const [allowed, expected]: [string[], string[]] = [[], []];
    for (const { method, path, scopes } of actions()) {
      const hasBody = method === 'POST' || method === 'PUT';
      const response = await send(method, path, hasBody ? { payload: {} } : {});
      const name = `${method} ${path}`;
      expect(response.statusCode, `${name} ${response.body}`).not.toBe(401);
      if (response.statusCode !== 403) allowed.push(name);
      const has: readonly TokenScope[] = ROLES[role];
      if (scopes.some((scope) => has.includes(scope))) expected.push(name);
    }
    expect(allowed).toEqual(expected);
  });

  it('is told what it may do from the table that is checked', async () => {
    const { token } = await server.issue({ role: 'viewer' });
    const { send } = await signInTo(server, { token });
    const table = (await send('GET', '/v1/admin/roles')).json<RoleTable>();
    expect(table.roles).toEqual(
      Object.entries(ROLES).map(([role, scopes]) => ({ role, scopes: [...scopes] })),
    );
    const own = server.routes
      .filter(({ url, method }) => url.startsWith('/v1/admin/') && method !== 'HEAD')
      .map(({ url, method, config }) => [method, url, [config!.scope!].flat()]);
    expect(table.actions.map(({ method, path, scopes }) => [method, path, scopes])).toEqual(own);
    expect(table.actions.filter(({ summary }) => summary === '')).toEqual([]);
    const releasing = table.actions.find(({ path }) => path.endsWith('/:version/release'));
    expect(releasing).toMatchObject({ scopes: ['release'], roles: ['releaser', 'admin'] });
  });
});
