import { type MiniProgram, type RegistrationRecord, compareVersions } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { encodeCursor } from '../../../http/lists/cursor.ts';
import { type TestServer, createTestServer, newAppId } from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { readPages } from '../../../testing/readPages.ts';
import { foreignRegistrationOf } from '../../../testing/startForeignCdn.ts';
import { testEngines } from '../../../testing/testEngines.ts';

const LIST = '/v1/admin/mini-programs';

describe.each(testEngines())('reading what is registered ($name)', (engine) => {
  let server: TestServer;
  const apps = Array.from({ length: 45 }, newAppId).toSorted();
  /** Has 45 versions, the others one. */
  const many = apps[7]!;
  const versions = Array.from({ length: 45 }, (_, index) => `1.${index}.${45 - index}`);

  beforeAll(async () => {
    server = await createTestServer({ engine });
    await Promise.all(apps.map((appId) => register(appId, '1.0.45')));
    await Promise.all(versions.map((version) => register(many, version)));
  });
  afterAll(() => server.close());

  const register = async (appId: string, version: string) => {
    const response = await server.post(LIST, foreignRegistrationOf(appId, version));
    expect([200, 201], response.body).toContain(response.statusCode);
  };
  const idsOf = (pages: MiniProgram[][]) => pages.flat().map(({ appId }) => appId);

  it('lists all mini-apps in pages without a gap or a duplicate, in the order of their ids', async () => {
    const byDefault = await readPages<MiniProgram>(server, LIST);
    expect(byDefault.map((page) => page.length)).toEqual([20, 20, 5]);
    expect(idsOf(byDefault)).toEqual(apps);
    for (const limit of [1, 9, 44, 45, 46, 100]) {
      const pages = await readPages<MiniProgram>(server, `${LIST}?limit=${limit}`);
      expect(idsOf(pages)).toEqual(apps);
      expect(pages).toHaveLength(Math.ceil(apps.length / limit));
    }
  });

  it('asks as little for a page of many as for one of few', async () => {
    const queriesOf = async (limit: number) => {
      const asked = [vi.spyOn(server.db, 'all'), vi.spyOn(server.db, 'get')];
      await server.send('GET', `${LIST}?limit=${limit}`);
      const count = asked.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      vi.restoreAllMocks();
      return count;
    };
    // What the server asks by itself now and then is in some of them.
    const leastOf = async (limit: number) => {
      const counts: number[] = [];
      for (let time = 0; time < 5; time++) counts.push(await queriesOf(limit));
      return Math.min(...counts);
    };
    const few = await leastOf(2);
    expect(few).toBeGreaterThan(0);
    expect(await leastOf(45)).toBe(few);
  });

  it('finds mini-apps by a part of their id or name, whatever its case', async () => {
    const found = async (q: string, token?: string) => {
      const url = `${LIST}?limit=100&q=${encodeURIComponent(q)}`;
      const response = await server.send('GET', url, token === undefined ? {} : { token });
      expect(response.statusCode, response.body).toBe(200);
      return response.json<{ items: MiniProgram[] }>().items.map(({ appId }) => appId);
    };
    const [wanted, other] = apps as [string, string];
    const part = wanted.slice(-12).toUpperCase();
    expect(await found(part)).toEqual([wanted]);
    // What means something in a pattern means itself.
    expect(await found('%')).toEqual([]);
    expect(await found('_')).toEqual([]);
    const { token } = await server.issue({ scopes: ['read'], apps: [other] });
    expect(await found(part, token)).toEqual([]);
    expect(await found(other.slice(-12), token)).toEqual([other]);
  });

  it('shows a mini-app with its newest version and the number of its versions', async () => {
    const response = await server.send('GET', `${LIST}/${many}`);
    expect(response.json()).toMatchObject({
      appId: many,
      latestVersion: '1.44.1',
      versions: 45,
      suspended: false,
    });
    const listed = (await readPages<MiniProgram>(server, LIST))
      .flat()
      .find(({ appId }) => appId === many);
    expect(listed).toEqual(response.json());
  });

  it('lists all versions of a mini-app in pages, the newest first, one of them the latest', async () => {
    const newestFirst = versions.toSorted(compareVersions).toReversed();
    for (const query of ['', '?limit=7', '?limit=45', '?limit=100']) {
      const pages = await readPages<RegistrationRecord>(server, `${LIST}/${many}/versions${query}`);
      const records = pages.flat();
      expect(records.map(({ version }) => version)).toEqual(newestFirst);
      expect(records.map(({ isLatest }) => isLatest)).toEqual([
        true,
        ...Array.from({ length: 44 }, () => false),
      ]);
    }
  });

  it('reads a version with the record and ETag that the list and the registration gave', async () => {
    const response = await server.send('GET', `${LIST}/${many}/versions/1.0.45`);
    expect(response.headers['etag']).toMatch(/^".+"$/);
    const again = await server.post(LIST, foreignRegistrationOf(many, '1.0.45'));
    expect(again.headers['etag']).toBe(response.headers['etag']);
    const listed = await readPages<RegistrationRecord>(server, `${LIST}/${many}/versions`);
    expect(listed.flat().at(-1)).toEqual(response.json());
  });

  it.each(['', '/versions', '/versions/1.0.0'])(
    'answers 404 for an unknown mini-app%s',
    async (rest) => {
      const response = await server.send('GET', `${LIST}/${newAppId()}${rest}`);
      const isVersion = rest.endsWith('1.0.0');
      expectProblem(response, isVersion ? 'version-not-found' : 'mini-program-not-found');
    },
  );

  it.each([
    '/Com.Acme.Orders',
    '/orders',
    '/com.acme.orders/versions/1.0',
    `/com.acme.${'x'.repeat(300)}`,
  ])('answers 400 for a path that cannot be one: %s', async (path) => {
    expectProblem(await server.send('GET', LIST + path), 'invalid-path');
  });

  const cursors = [
    ['nonsense', '!'],
    ['no text', encodeCursor([1])],
    ['too many parts', encodeCursor(['a', 'b'])],
    ['no list', Buffer.from('{"a":1}').toString('base64url')],
    ['nothing', ''],
    ['a NUL', encodeCursor(['\0'])],
    ['too long', encodeCursor(['x'.repeat(1000)])],
  ];
  it.each(cursors)('answers 400 for a cursor that is %s', async (_what, cursor) => {
    for (const list of [LIST, `${LIST}/${many}/versions`]) {
      const response = await server.send('GET', `${list}?cursor=${cursor}`);
      const { errors } = expectProblem(response, 'invalid-query');
      expect(errors?.map(({ pointer }) => pointer)).toEqual(['/cursor']);
    }
  });

  it.each(['0', '101', '-1', '1.5', 'all', ''])('answers 400 for the limit "%s"', async (limit) => {
    expectProblem(await server.send('GET', `${LIST}?limit=${limit}`), 'invalid-query');
  });

  describe('with a token that is restricted to mini-apps', () => {
    const mine = [apps[3]!, many, apps[40]!];
    let token: string;
    beforeAll(async () => {
      const unknown = newAppId();
      ({ token } = await server.issue({
        scopes: ['read', 'publish'],
        apps: [...mine.toReversed(), unknown],
      }));
    });

    it('lists those mini-apps alone, in pages, too', async () => {
      for (const limit of [1, 2, 100]) {
        const url = `${LIST}?limit=${limit}`;
        expect(idsOf(await readPages<MiniProgram>(server, url, { token }))).toEqual(mine);
      }
    });

    it('reads those mini-apps alone', async () => {
      for (const rest of ['', '/versions', '/versions/1.0.45']) {
        const allowed = await server.send('GET', `${LIST}/${many}${rest}`, { token });
        expect(allowed.statusCode).toBe(200);
        const refused = await server.send('GET', `${LIST}/${apps[0]}${rest}`, { token });
        expectProblem(refused, 'app-not-allowed');
      }
    });

    it('registers versions of those mini-apps alone', async () => {
      const allowed = foreignRegistrationOf(many, '1.0.45');
      expect((await server.post(LIST, allowed, { token })).statusCode).toBe(200);
      const refused = foreignRegistrationOf(apps[0]!, '2.0.0');
      expectProblem(await server.post(LIST, refused, { token }), 'app-not-allowed');
      const read = await server.send('GET', `${LIST}/${apps[0]}/versions/2.0.0`);
      expect(read.statusCode).toBe(404);
    });
  });

  it('keeps its place while mini-apps are added before and after it', async () => {
    const first = (await server.send('GET', `${LIST}?limit=10`)).json<{
      items: MiniProgram[];
      nextCursor: string;
    }>();
    const before = `aaa.acme.${newAppId().slice(9)}`;
    const after = `zzz.acme.${newAppId().slice(9)}`;
    await register(before, '1.0.0');
    await register(after, '1.0.0');
    const rest = await server.send('GET', `${LIST}?limit=100&cursor=${first.nextCursor}`);
    expect(idsOf([first.items, rest.json().items])).toEqual([...apps, after]);
  });
});
