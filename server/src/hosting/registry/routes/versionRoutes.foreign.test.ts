import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { RegistrationRecord } from '@host/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { foreignRegistrationOf, startForeignCdn } from '../../../testing/startForeignCdn.ts';
import { type WithForeignCdn, startWithForeignCdn } from '../../../testing/startWithForeignCdn.ts';
import { testEngines } from '../../../testing/testEngines.ts';

const REGISTER = '/v1/admin/mini-programs';
const DIGESTS = {
  ios: { sha256: 'a'.repeat(64), size: 1000 },
  android: { sha256: 'b'.repeat(64), size: 2000 },
};

describe.each(testEngines())('artifacts on somebody else’s origin ($name)', (engine) => {
  let started: WithForeignCdn;
  let cdn: WithForeignCdn['cdn'];
  /** CDN_ORIGINS is empty. */
  let strict: TestServer;
  /** The same with the CDN's origin in CDN_ORIGINS. */
  let trusting: TestServer;

  beforeAll(async () => {
    started = await startWithForeignCdn(engine);
    ({ cdn, server: strict, trusting } = started);
  });
  afterAll(() => started.close());
  beforeEach(() => {
    cdn.asked.length = 0;
    cdn.answer = undefined;
  });

  const versionOf = (appId: string) => `${REGISTER}/${appId}/versions/1.0.0`;
  const resolve = (appId: string) =>
    strict.send('GET', `/v1/mini-programs/${appId}/resolve?platform=ios&hostVersion=1.0.0`);
  const registerUnverified = async () => {
    const appId = newAppId();
    await cdn.publish(appId, '1.0.0');
    const registration = foreignRegistrationOf(appId, '1.0.0', { origin: cdn.origin });
    const response = await strict.post(REGISTER, registration);
    expect(response.statusCode, response.body).toBe(201);
    return { appId, registration, record: response.json<RegistrationRecord>() };
  };

  it('are registered with 201 as not verified, with the reason, and no request leaves', async () => {
    const { appId, registration, record } = await registerUnverified();
    expect(record).toMatchObject({ ...registration, verified: false, platforms: {} });
    expect(record.unverifiedReason).toContain(`${cdn.origin} is not in CDN_ORIGINS`);

    const again = await strict.post(REGISTER, registration);
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(record);
    expectProblem(await strict.post(`${versionOf(appId)}/verify`), 'not-verified');
    expectProblem(await strict.post(`${versionOf(appId)}/release`), 'not-verified');
    expect(cdn.asked).toEqual([]);
  });

  it('are not given to hosts and cannot be released while they are not verified', async () => {
    const { appId } = await registerUnverified();
    for (const step of ['release', 'pause']) {
      const response = await strict.post(`${versionOf(appId)}/${step}`);
      expectProblem(response, step === 'release' ? 'not-verified' : 'invalid-transition');
    }
    const rollback = await strict.post(`${REGISTER}/${appId}/rollback`, { to: '1.0.0' });
    expectProblem(rollback, 'nothing-to-roll-back-to');
    expectProblem(await resolve(appId), 'no-release');
    const catalog = await strict.send('GET', `/v1/mini-programs?q=${appId.split('.')[2]}`);
    expect(catalog.json()).toEqual({ items: [] });
  });

  it('with stated digests can be sent again: the same is 200, other digests are 409', async () => {
    const appId = newAppId();
    const digests = { ios: 'a'.repeat(64) };
    const registration = foreignRegistrationOf(appId, '1.0.0', { digests });
    const first = await strict.post(REGISTER, registration);
    expect(first.statusCode, first.body).toBe(201);
    const again = await strict.post(REGISTER, registration);
    expect(again.statusCode, again.body).toBe(200);
    expect(again.json()).toEqual(first.json());
    const other = { ...registration, digests: { ios: 'b'.repeat(64) } };
    expectProblem(await strict.post(REGISTER, other), 'version-exists');
  });

  it('are verified once their origin is listed, and can then be released', async () => {
    const { appId } = await registerUnverified();
    const verified = await trusting.post(`${versionOf(appId)}/verify`);
    expect(verified.statusCode, verified.body).toBe(200);
    expect(verified.json()).toMatchObject({
      verified: true,
      status: 'registered',
      shared: { react: '^19.2.0', 'react-native': '0.86.x' },
      platforms: { ios: { filesKnown: true }, android: { filesKnown: true } },
    });
    expect(verified.json<RegistrationRecord>().unverifiedReason).toBeUndefined();
    expect(cdn.asked).toEqual(
      ['mf-manifest.json', 'ios.zip', 'android.zip'].map(
        (file) => `/mini-apps/${appId}/1.0.0/${file}`,
      ),
    );

    expect((await strict.post(`${versionOf(appId)}/release`)).statusCode).toBe(200);
    const resolution = (await resolve(appId)).json<{ bundleUrl: string; filesUrl: string }>();
    expect(resolution.bundleUrl).toBe(`${cdn.origin}/mini-apps/${appId}/1.0.0/ios.zip`);
    const files = await strict.send('GET', new URL(resolution.filesUrl).pathname + '?platform=ios');
    expect(files.json<{ files: object[] }>().files.length).toBeGreaterThan(2);
  });

  it('that are verified already are not asked for again', async () => {
    const { appId } = await registerUnverified();
    const verified = await trusting.post(`${versionOf(appId)}/verify`);
    cdn.asked.length = 0;
    const again = await trusting.post(`${versionOf(appId)}/verify`);
    expect(again.json()).toEqual(verified.json());
    expect(cdn.asked).toEqual([]);
  });

  it('are verified at registration when their origin is listed', async () => {
    const appId = newAppId();
    await cdn.publish(appId, '1.0.0');
    const registration = foreignRegistrationOf(appId, '1.0.0', { origin: cdn.origin });
    const response = await trusting.post(REGISTER, registration);
    expect(response.statusCode, response.body).toBe(201);
    expect(response.json()).toMatchObject({ verified: true });
    expect(cdn.asked).toHaveLength(3);
  });

  it('can be released when an admin states their digests; hosts are given these and no file index', async () => {
    const { appId } = await registerUnverified();
    const stated = await strict.post(`${versionOf(appId)}/digests`, DIGESTS);
    expect(stated.statusCode, stated.body).toBe(200);
    expect(stated.json()).toMatchObject({
      verified: true,
      platforms: {
        ios: { ...DIGESTS.ios, filesKnown: false },
        android: { ...DIGESTS.android, filesKnown: false },
      },
    });
    expect((await strict.post(`${versionOf(appId)}/release`)).statusCode).toBe(200);
    const resolution = (await resolve(appId)).json();
    expect(resolution).toMatchObject(DIGESTS.ios);
    expect(resolution).not.toHaveProperty('filesUrl');
    expect(cdn.asked).toEqual([]);
  });

  it('keep the digests that were stated first', async () => {
    const { appId } = await registerUnverified();
    const first = await strict.post(`${versionOf(appId)}/digests`, DIGESTS);
    const { ios, android } = DIGESTS;
    const second = await strict.post(`${versionOf(appId)}/digests`, { ios: android, android: ios });
    expect(second.json()).toEqual(first.json());
  });

  it('cannot get other digests from an admin than their publisher stated', async () => {
    const appId = newAppId();
    const digests = { ios: 'f'.repeat(64) };
    await strict.post(REGISTER, foreignRegistrationOf(appId, '1.0.0', { digests }));
    const response = await strict.post(`${versionOf(appId)}/digests`, DIGESTS);
    expectProblem(response, 'artifact-digest-mismatch');
  });

  it.each([
    ['no digests', {}, ['/ios', '/android']],
    ['one platform', { ios: DIGESTS.ios }, ['/android']],
    ['a size of 0', { ...DIGESTS, ios: { ...DIGESTS.ios, size: 0 } }, ['/ios/size']],
    ['a short digest', { ...DIGESTS, ios: { sha256: 'ab', size: 1 } }, ['/ios/sha256']],
  ])('cannot be vouched for with %s', async (_what, body, pointers) => {
    const { appId } = await registerUnverified();
    const { errors } = expectProblem(
      await strict.post(`${versionOf(appId)}/digests`, body),
      'invalid-body',
    );
    expect(errors?.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  describe('in CDN_ORIGINS', () => {
    const registerThere = async (prepare: (appId: string) => void | Promise<void>) => {
      const appId = newAppId();
      await cdn.publish(appId, '1.0.0');
      await prepare(appId);
      const registration = foreignRegistrationOf(appId, '1.0.0', { origin: cdn.origin });
      const response = await trusting.post(REGISTER, registration);
      const read = await trusting.send('GET', versionOf(appId));
      return { response, isRegistered: read.statusCode === 200 };
    };

    it.each(['mf-manifest.json', 'ios.zip', 'android.zip'])(
      'without %s are refused with 422 artifact-missing',
      async (file) => {
        const { response, isRegistered } = await registerThere((appId) => {
          cdn.files.delete(`/mini-apps/${appId}/1.0.0/${file}`);
        });
        expect(expectProblem(response, 'artifact-missing').detail).toContain(file);
        expect(isRegistered).toBe(false);
      },
    );

    it('with a damaged archive are refused with 422', async () => {
      const { response, isRegistered } = await registerThere((appId) => {
        cdn.files.set(`/mini-apps/${appId}/1.0.0/android.zip`, 'no zip at all');
      });
      expectProblem(response, 'artifact-corrupt');
      expect(isRegistered).toBe(false);
    });

    it('with a manifest that is too large are refused with 422', async () => {
      const { response, isRegistered } = await registerThere((appId) => {
        cdn.files.set(`/mini-apps/${appId}/1.0.0/mf-manifest.json`, Buffer.alloc(1024 * 1024 + 1));
      });
      expectProblem(response, 'artifact-too-large');
      expect(isRegistered).toBe(false);
    });

    it('with other digests than stated are refused with 422', async () => {
      const appId = newAppId();
      await cdn.publish(appId, '1.0.0');
      const registration = foreignRegistrationOf(appId, '1.0.0', {
        origin: cdn.origin,
        digests: { android: 'a'.repeat(64) },
      });
      const response = await trusting.post(REGISTER, registration);
      expectProblem(response, 'artifact-digest-mismatch');
    });

    it.each([301, 302, 307])(
      'that answer with a redirect (%i) are not followed',
      async (status) => {
        const elsewhere = await startForeignCdn();
        const { response, isRegistered } = await registerThere(() => {
          cdn.answer = (request, answer) =>
            answer.writeHead(status, { location: elsewhere.origin + request.url }).end();
        });
        expectProblem(response, 'cdn-unavailable');
        expect(response.headers['retry-after']).toBe('30');
        expect(isRegistered).toBe(false);
        expect(elsewhere.asked).toEqual([]);
        await elsewhere.close();
      },
    );

    it.each([403, 500, 503])('that answer %i are 503 with Retry-After', async (status) => {
      const { response, isRegistered } = await registerThere(() => {
        cdn.answer = (_request, answer) => answer.writeHead(status).end('a page about it');
      });
      expectProblem(response, 'cdn-unavailable');
      expect(response.headers['retry-after']).toBe('30');
      expect(isRegistered).toBe(false);
    });

    it('that break off in the middle are 503 with Retry-After', async () => {
      const { response, isRegistered } = await registerThere(() => {
        cdn.answer = (_request, answer) => {
          answer.writeHead(200, { 'content-length': '1000' }).write('{"na');
          setImmediate(() => answer.destroy());
        };
      });
      expectProblem(response, 'cdn-unavailable');
      expect(isRegistered).toBe(false);
    });

    it('that nobody answers for are 503 with Retry-After, and can be registered once somebody does', async () => {
      const dead = await closedOrigin();
      const { db, objects } = strict;
      const server = await createTestServer({ db, objects, config: { cdnOrigins: [dead] } });
      const appId = newAppId();
      const response = await server.post(
        REGISTER,
        foreignRegistrationOf(appId, '1.0.0', { origin: dead }),
      );
      await server.close();
      expectProblem(response, 'cdn-unavailable');
      expect(response.headers['retry-after']).toBe('30');
      expect((await strict.send('GET', versionOf(appId))).statusCode).toBe(404);

      await cdn.publish(appId, '1.0.0');
      const registration = foreignRegistrationOf(appId, '1.0.0', { origin: cdn.origin });
      expect((await trusting.post(REGISTER, registration)).statusCode).toBe(201);
    });
  });

  it('are foreign when only one of the two addresses is listed', async () => {
    const appId = newAppId();
    const { manifestUrl } = foreignRegistrationOf(appId, '1.0.0', { origin: cdn.origin });
    const response = await trusting.post(
      REGISTER,
      foreignRegistrationOf(appId, '1.0.0', { manifestUrl }),
    );
    expect(response.json()).toMatchObject({ verified: false });
    expect(cdn.asked).toEqual([]);
  });
});

/** An origin where nobody listens. */
async function closedOrigin(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}
