import {
  type AuditEntry,
  type CatalogEntry,
  LIMITS,
  type MiniProgram,
  type Publisher,
  type Resolution,
} from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
  uploadsOf,
} from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { foreignRegistrationOf } from '../../testing/startForeignCdn.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { vouchFor } from '../../testing/vouchFor.ts';
import { createPublisher as createKeyHolder, registerKey } from './testing/publisher.ts';

const ADMIN = '/v1/admin/mini-programs';
const PUBLISHERS = '/v1/admin/publishers';

describe.each(testEngines())('publishers ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer({ engine })));
  afterAll(() => server.close());

  /** A publisher with a token that publishes and releases. */
  async function newPublisher() {
    const id = `p${newAppId().split('.').at(-1)!}`;
    const made = await server.post(PUBLISHERS, { id, name: `Publisher ${id}` });
    expect(made.statusCode, made.body).toBe(201);
    const scopes = ['publish', 'release', 'read', 'data', 'push'] as const;
    const { token } = await server.issue({ scopes: [...scopes], publisher: id });
    return { id, token, name: `Publisher ${id}` };
  }
  const register = (token: string, appId: string, version = '1.0.0') =>
    server.post(ADMIN, foreignRegistrationOf(appId, version), { token });
  const resolve = async (appId: string) => {
    const query = 'platform=ios&hostVersion=9.0.0';
    return (
      await server.send('GET', `/v1/mini-programs/${appId}/resolve?${query}`)
    ).json<Resolution>();
  };
  const assign = (appId: string, publisher: string | null) =>
    server.send('PUT', `${ADMIN}/${appId}/publisher`, { payload: { publisher } });
  const trust = (id: string) =>
    server.send('PUT', `${PUBLISHERS}/${id}/trust`, { payload: { reason: 'Reviewed' } });

  it('have no more mini-apps than the limit, also when they register many at once', async () => {
    const { id, token } = await newPublisher();
    await server.db.runMany(
      'INSERT INTO app_owners (app_id, publisher_id) VALUES (?, ?)',
      Array.from({ length: LIMITS.appsPerPublisher - 1 }, (_, n) => [`com.${id}.a${n}`, id]),
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(token, newAppId())));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, 403, 403, 403, 403, 403]);
  });

  it('own what their tokens register first, which hosts and operators are told', async () => {
    const { id, token, name } = await newPublisher();
    const appId = newAppId();
    expect((await register(token, appId)).statusCode).toBe(201);
    await vouchFor(server, appId, '1.0.1', { release: {} });
    expect(await resolve(appId)).toMatchObject({ publisher: { id, name } });
    const catalog = await server.send('GET', `/v1/mini-programs?q=${appId.split('.').at(-1)}`);
    expect(catalog.json<{ items: CatalogEntry[] }>().items).toMatchObject([
      { appId, publisher: { id, name } },
    ]);
    const read = await server.send('GET', `${ADMIN}/${appId}`);
    expect(read.json<MiniProgram>().publisher).toEqual({ id, name });
    const publisher = await server.send('GET', `${PUBLISHERS}/${id}`, { token });
    expect(publisher.json<Publisher>()).toMatchObject({ id, name, apps: 1 });
  });

  it('are not named where no operator said who it is', async () => {
    const appId = newAppId();
    await vouchFor(server, appId, '1.0.0', { release: {} });
    expect(await resolve(appId)).not.toHaveProperty('publisher');
  });

  it('cannot touch what belongs to another, or to nobody, by knowing its id', async () => {
    const [mine, other] = [await newPublisher(), await newPublisher()];
    const [theirs, nobodys] = [newAppId(), newAppId()];
    await register(other.token, theirs);
    await vouchFor(server, nobodys, '1.0.0');
    for (const appId of [theirs, nobodys]) {
      expectProblem(await register(mine.token, appId, '2.0.0'), 'app-not-allowed');
      const [[file, payload]] = (await uploadsOf(appId, '2.0.0')) as [[string, Buffer]];
      const upload = await server.send('PUT', `/v1/admin/artifacts/${appId}/2.0.0/${file}`, {
        payload,
        token: mine.token,
        headers: { 'content-type': 'application/octet-stream' },
      });
      expectProblem(upload, 'app-not-allowed');
      const read = await server.send('GET', `${ADMIN}/${appId}`, { token: mine.token });
      expectProblem(read, 'app-not-allowed');
    }
    const own = newAppId();
    await register(mine.token, own);
    const list = await server.send('GET', ADMIN, { token: mine.token });
    expect(list.json<{ items: MiniProgram[] }>().items.map(({ appId }) => appId)).toEqual([own]);
  });

  it('own an id from their first upload on, so that nobody replaces it before it is registered', async () => {
    const [mine, other] = [await newPublisher(), await newPublisher()];
    const appId = newAppId();
    const upload = async (token: string, salt: string) => {
      const [[file, payload]] = (await uploadsOf(appId, '1.0.0', { salt })) as [[string, Buffer]];
      return server.send('PUT', `/v1/admin/artifacts/${appId}/1.0.0/${file}`, {
        payload,
        token,
        headers: { 'content-type': 'application/octet-stream' },
      });
    };
    expect((await upload(mine.token, 'mine')).statusCode).toBe(201);
    expectProblem(await upload(other.token, 'other'), 'app-not-allowed');
    expectProblem(
      await server.post(ADMIN, registrationOf(appId, '1.0.0'), { token: other.token }),
      'app-not-allowed',
    );
  });

  it('that ask for the same new id at once: one gets it', async () => {
    const publishers = [await newPublisher(), await newPublisher(), await newPublisher()];
    const appId = newAppId();
    const answers = await Promise.all(
      publishers.map(({ token }, index) => register(token, appId, `1.0.${index}`)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, 403, 403]);
  });

  it('are changed by the root token: another name, other mini-apps', async () => {
    const [first, second] = [await newPublisher(), await newPublisher()];
    const appId = newAppId();
    await register(first.token, appId);
    await vouchFor(server, appId, '1.0.1', { release: {} });
    expect((await assign(appId, second.id)).json()).toEqual({
      appId,
      publisher: { id: second.id, name: second.name },
    });
    expect((await resolve(appId)).publisher?.id).toBe(second.id);
    expectProblem(await register(first.token, appId, '1.1.0'), 'app-not-allowed');
    expect((await register(second.token, appId, '1.1.0')).statusCode).toBe(201);

    const name = `Renamed ${second.id}`;
    const renamed = await server.send('PUT', `${PUBLISHERS}/${second.id}`, { payload: { name } });
    expect(renamed.json<Publisher>().name).toBe(name);
    expect((await resolve(appId)).publisher?.name).toBe(name);
    await assign(appId, null);
    expect(await resolve(appId)).not.toHaveProperty('publisher');
    expectProblem(await assign(appId, 'nobody'), 'publisher-not-found');
    expectProblem(await server.post(PUBLISHERS, { id: first.id, name: 'X' }), 'publisher-exists');
  });

  it('have names that nobody else’s look like, unless the root token says so', async () => {
    const unique = newAppId().split('.').at(-1)!;
    await server.post(PUBLISHERS, { id: `a${unique}`, name: `Bank ${unique}` });
    const other = { id: `b${unique}`, name: `bank-${unique}` };
    expectProblem(await server.post(PUBLISHERS, other), 'name-taken');
    const allowed = await server.post(PUBLISHERS, { ...other, allowLookAlike: true });
    expect(allowed.statusCode).toBe(201);
    const hidden = { id: `c${unique}`, name: 'Ba\u200bnk' };
    expectProblem(await server.post(PUBLISHERS, hidden), 'invalid-body');
  });

  it('of a token exist', async () => {
    const request = { name: 'CI', scopes: ['publish'], publisher: 'nobody', expiresInSeconds: 60 };
    const { errors } = expectProblem(
      await server.post('/v1/admin/tokens', request),
      'invalid-body',
    );
    expect(errors).toMatchObject([{ pointer: '/publisher' }]);
  });

  it('see only themselves', async () => {
    const [mine, other] = [await newPublisher(), await newPublisher()];
    const { token } = mine;
    expectProblem(await server.send('GET', PUBLISHERS, { token }), 'app-not-allowed');
    expectProblem(
      await server.send('GET', `${PUBLISHERS}/${other.id}`, { token }),
      'app-not-allowed',
    );
  });

  describe('that are trusted', () => {
    async function trusted() {
      const publisher = await newPublisher();
      const appId = newAppId();
      await assign(appId, publisher.id);
      await vouchFor(server, appId, '1.0.0', { permissions: ['storage'], release: {} });
      expect((await resolve(appId)).isolation).toBe('frame');
      expect((await trust(publisher.id)).statusCode).toBe(200);
      expect((await resolve(appId)).isolation).toBe('realm');
      return { ...publisher, appId };
    }
    const lapses = async () =>
      (await server.send('GET', '/v1/admin/audit?limit=20'))
        .json<{ items: AuditEntry[] }>()
        .items.filter(({ action }) => action === 'trust.lapse')
        .map(({ target, details }) => [target, details['because']]);
    const trustOf = async (appId: string) =>
      (await server.send('GET', `${ADMIN}/${appId}`)).json<MiniProgram>().trust;

    it('have their next versions run in a realm, while these declare no more than was trusted', async () => {
      const { appId } = await trusted();
      await vouchFor(server, appId, '1.1.0', { permissions: [], release: {} });
      expect((await resolve(appId)).isolation).toBe('realm');
      await vouchFor(server, appId, '1.2.0', { permissions: ['storage', 'user'], release: {} });
      expect((await resolve(appId)).isolation).toBe('frame');
      const reason = 'it declares user, which was not trusted';
      expect(await trustOf(appId)).toMatchObject({ state: 'lapsed', through: 'publisher', reason });
      expect(await lapses()).toContainEqual([`${appId}@1.2.0`, reason]);
    });

    it('are asked about again when a key of theirs changes', async () => {
      const { id, appId } = await trusted();
      const key = await registerKey(server, appId, createKeyHolder());
      expect((await resolve(appId)).isolation).toBe('frame');
      const reason = `the key ${key.id} was registered`;
      expect(await trustOf(appId)).toMatchObject({ state: 'lapsed', reason });
      expect(await lapses()).toContainEqual([`publisher/${id}`, reason]);
      const publisher = await server.send('GET', `${PUBLISHERS}/${id}`);
      expect(publisher.json<Publisher>().trust).toMatchObject({ state: 'lapsed', reason });
      // What is not signed is not trusted again, although its publisher is.
      await trust(id);
      expect((await resolve(appId)).isolation).toBe('frame');
      expect(await trustOf(appId)).toMatchObject({
        reason: 'it is not signed, and what was trusted was',
      });
    });

    it('are not trusted with mini-apps that they did not have then', async () => {
      const { id } = await trusted();
      const later = newAppId();
      await assign(later, id);
      await vouchFor(server, later, '1.0.0', { release: {} });
      expect((await resolve(later)).isolation).toBe('frame');
      expect((await trustOf(later)).state).toBe('none');
      await trust(id);
      expect((await resolve(later)).isolation).toBe('realm');
    });

    it('lose it with the mini-app that leaves them, and when it is taken', async () => {
      const { id, appId } = await trusted();
      const other = await newPublisher();
      await assign(appId, other.id);
      expect((await resolve(appId)).isolation).toBe('frame');
      await assign(appId, id);
      expect((await resolve(appId)).isolation).toBe('frame');
      await trust(id);
      expect((await resolve(appId)).isolation).toBe('realm');
      await server.send('DELETE', `${PUBLISHERS}/${id}/trust`);
      expect((await resolve(appId)).isolation).toBe('frame');
    });

    it('can keep a mini-app in frames, and a version that was taken back stays there', async () => {
      const { id, appId, token } = await trusted();
      const payload = { isolation: 'frame' };
      await server.send('PUT', `${ADMIN}/${appId}/isolation`, { payload, token });
      await trust(id);
      expect((await resolve(appId)).isolation).toBe('frame');
      await server.send('PUT', `${ADMIN}/${appId}/isolation`, { payload: { isolation: 'realm' } });
      expect((await resolve(appId)).isolation).toBe('realm');
      await server.send('DELETE', `${ADMIN}/${appId}/versions/1.0.0/trust`, { token });
      expect((await resolve(appId)).isolation).toBe('frame');
    });

    it('are trusted by operators for all mini-apps, never by their own tokens', async () => {
      const { id, appId, token } = await trusted();
      const at = `${PUBLISHERS}/${id}/trust`;
      expectProblem(await server.send('PUT', at, { payload: {}, token }), 'scope-missing');
      const bound = await server.issue({ scopes: ['trust'], apps: [appId] });
      expectProblem(
        await server.send('PUT', at, { payload: {}, token: bound.token }),
        'app-not-allowed',
      );
    });
  });
});
