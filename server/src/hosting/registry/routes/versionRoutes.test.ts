import { LIMITS, type Problem, type Registration, type RegistrationRecord } from '@host/contracts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
  uploadsOf,
} from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { buildMiniAppFixture } from '../../archive/testing/miniAppArchive.ts';

const REGISTER = '/v1/admin/mini-programs';

describe.each(testEngines())('registering a version ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  const register = (registration: object) => server.post(REGISTER, registration);
  const read = (appId: string, version: string) =>
    server.send('GET', `${REGISTER}/${appId}/versions/${version}`);
  const put = async (appId: string, name: string, payload: Buffer | string) => {
    const url = `/v1/admin/artifacts/${appId}/1.0.0/${name}`;
    const headers = { 'content-type': 'application/octet-stream' };
    const { statusCode, body } = await server.send('PUT', url, { payload, headers });
    expect(statusCode, body).toBe(201);
  };

  it('answers 201 with Location, ETag and the record', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0', { web: true });
    const registration = registrationOf(appId, '1.0.0');
    const response = await register(registration);
    expect(response.statusCode, response.body).toBe(201);
    expect(response.headers['location']).toBe(`${REGISTER}/${appId}/versions/1.0.0`);
    expect(response.headers['etag']).toMatch(/^"[\w-]{43}"$/);
    expect(response.json()).toMatchObject({
      ...registration,
      status: 'registered',
      release: { percentage: 0, cohorts: [] },
      isLatest: true,
      verified: true,
      shared: { react: '^19.2.0', 'react-native': '0.86.x' },
    });

    const { platforms } = response.json<RegistrationRecord>();
    expect(Object.keys(platforms)).toEqual(['ios', 'android', 'web']);
    for (const artifact of Object.values(platforms).filter((each) => each !== undefined)) {
      const fetched = await server.send('GET', new URL(artifact.url).pathname);
      expect(fetched.rawPayload.length).toBe(artifact.size);
      expect(fetched.headers['etag']).toBe(`"${artifact.sha256}"`);
    }
    const again = await server.send('GET', response.headers['location']!);
    expect(again.json()).toEqual(response.json());
    expect(again.headers['etag']).toBe(response.headers['etag']);
  });

  it('answers 200 with the same record when the same content is sent again', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    const registration = registrationOf(appId, '1.0.0', { permissions: ['user', 'push'] });
    const first = await register(registration);
    expect(first.statusCode, first.body).toBe(201);

    const inOtherOrder = Object.fromEntries(Object.entries(registration).toReversed());
    for (const same of [
      registration,
      inOtherOrder,
      { ...registration, permissions: ['push', 'user'] },
      { ...registration, digests: digestsOf(first) },
    ]) {
      const again = await register(same);
      expect(again.statusCode, again.body).toBe(200);
      expect(again.json()).toEqual(first.json());
      expect(again.headers['etag']).toBe(first.headers['etag']);
      expect(again.headers['location']).toBeUndefined();
    }
  });

  it('refuses other content under the same version with 409 and changes nothing', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    const registration = registrationOf(appId, '1.0.0');
    const first = await register(registration);
    expect(first.statusCode, first.body).toBe(201);

    for (const other of [
      { name: 'Another name' },
      { permissions: [] },
      { minHostVersion: '1.0.1' },
      { description: 'New' },
      { icon: 'https://cdn.example/icons/new.png' },
      { digests: { ios: 'a'.repeat(64) } },
    ]) {
      const answer = await register({ ...registration, ...other });
      expectProblem(answer, 'version-exists');
    }
    expect((await read(appId, '1.0.0')).json()).toEqual(first.json());
  });

  it('takes a lower version than the newest as a back-port that is not the latest', async () => {
    const appId = newAppId();
    const latestAfter: [string, boolean, string][] = [
      ['1.9.0', true, '1.9.0'],
      ['1.10.0', true, '1.10.0'],
      ['1.9.1', false, '1.10.0'],
      ['0.99.0', false, '1.10.0'],
      ['1.10.1', true, '1.10.1'],
    ];
    for (const [version, isLatest, latestVersion] of latestAfter) {
      await server.upload(appId, version);
      const response = await register(registrationOf(appId, version, { name: `At ${version}` }));
      expect(response.statusCode, response.body).toBe(201);
      expect(response.json()).toMatchObject({ version, isLatest });
      const app = (await server.send('GET', `${REGISTER}/${appId}`)).json();
      expect(app).toMatchObject({ latestVersion, name: `At ${latestVersion}` });
    }
    expect((await read(appId, '1.10.0')).json()).toMatchObject({ isLatest: false });
  });

  it.each(['ios.zip', 'android.zip', 'mf-manifest.json'])(
    'refuses with 422 artifact-missing while %s is not uploaded',
    async (missing) => {
      const appId = newAppId();
      for (const [name, bytes] of await uploadsOf(appId, '1.0.0')) {
        if (name !== missing) await put(appId, name, bytes);
      }
      const response = await register(registrationOf(appId, '1.0.0'));
      expectProblem(response, 'artifact-missing');
      expect(response.json<Problem>().detail).toContain(missing);
      await expectUnregistered(appId);
    },
  );

  it('refuses with 422 artifact-missing when the stored object is gone', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    await server.objects.delete(`mini-apps/${appId}/1.0.0/android.zip`);
    expectProblem(await register(registrationOf(appId, '1.0.0')), 'artifact-missing');
    await expectUnregistered(appId);
  });

  it('refuses with 422 artifact-digest-mismatch when a stated digest differs, and says which', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    const digests = { ios: 'a'.repeat(64), web: 'b'.repeat(64) };
    const response = await register(registrationOf(appId, '1.0.0', { digests }));
    expectProblem(response, 'artifact-digest-mismatch');
    const { errors = [] } = response.json<Problem>();
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/digests/ios', '/digests/web']);
    await expectUnregistered(appId);
  });

  it.each(['ios.zip', 'mf-manifest.json', 'web/index.bundle'])(
    'refuses with 422 artifact-digest-mismatch when the stored %s was tampered with',
    async (file) => {
      const appId = newAppId();
      await server.upload(appId, '1.0.0', { web: true });
      const key = `mini-apps/${appId}/1.0.0/${file}`;
      const { size } = (await server.objects.stat(key))!;
      await server.objects.putBytes(key, Buffer.alloc(size, '!'), { contentType: 'text/plain' });
      const response = await register(registrationOf(appId, '1.0.0'));
      expectProblem(response, 'artifact-digest-mismatch');
      await expectUnregistered(appId);
    },
  );

  it('refuses with 422 artifact-too-large a manifest of the web that is too large to be read', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0', { web: true });
    // As a node of a release before took it.
    const key = `mini-apps/${appId}/1.0.0/web/mf-manifest.json`;
    const size = LIMITS.federationManifestBytes + 1;
    await server.db.run('UPDATE artifacts SET size = ? WHERE object_key = ?', size, key);
    const response = await register(registrationOf(appId, '1.0.0'));
    expectProblem(response, 'artifact-too-large');
    await expectUnregistered(appId);
  });

  it('refuses with 422 artifact-not-exposed when the manifest does not expose ./App', async () => {
    const appId = newAppId();
    const { archives, manifest } = await buildMiniAppFixture(appId, '1.0.0', { withoutApp: true });
    await put(appId, 'ios.zip', archives.ios);
    await put(appId, 'android.zip', archives.android);
    await put(appId, 'mf-manifest.json', manifest);
    expectProblem(await register(registrationOf(appId, '1.0.0')), 'artifact-not-exposed');
    await expectUnregistered(appId);
  });

  it('refuses with 422 artifact-manifest-invalid a container that is not named after the appId', async () => {
    const appId = newAppId();
    for (const [name, bytes] of await uploadsOf('com.acme.other', '1.0.0')) {
      await put(appId, name, bytes);
    }
    const response = await register(registrationOf(appId, '1.0.0'));
    expectProblem(response, 'artifact-manifest-invalid');
    expect(response.json<Problem>().detail).toContain(appId.replaceAll('.', '_'));
    await expectUnregistered(appId);
  });

  it('refuses with 422 artifact-container-missing when an archive lacks the container', async () => {
    const appId = newAppId();
    const { archives, manifest } = await buildMiniAppFixture(appId, '1.0.0');
    const other = await buildMiniAppFixture('com.acme.other', '1.0.0');
    await put(appId, 'ios.zip', archives.ios);
    await put(appId, 'android.zip', other.archives.android);
    await put(appId, 'mf-manifest.json', manifest);
    const response = await register(registrationOf(appId, '1.0.0'));
    expectProblem(response, 'artifact-container-missing');
    expect(response.json<Problem>().detail).toContain('android.zip');
    await expectUnregistered(appId);
  });

  it('refuses addresses at our CDN that belong to another mini-app or version, each with its pointer', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    const good = registrationOf(appId, '1.0.0');
    const wrong = (text: string, from: string, to: string) => text.replace(from, to);
    const cases: [Partial<Registration>, string[]][] = [
      [{ manifestUrl: wrong(good.manifestUrl, appId, 'com.acme.other') }, ['/manifestUrl']],
      [{ manifestUrl: wrong(good.manifestUrl, '1.0.0', '1.0.1') }, ['/manifestUrl']],
      [{ bundleZipUrl: wrong(good.bundleZipUrl, appId, 'com.acme.other') }, ['/bundleZipUrl']],
      [{ bundleZipUrl: wrong(good.bundleZipUrl, '1.0.0', '2.0.0') }, ['/bundleZipUrl']],
      [{ manifestUrl: `${good.manifestUrl}?x=1` }, ['/manifestUrl']],
      [{ manifestUrl: good.manifestUrl.replace('mini-apps', 'x/../mini-apps') }, ['/manifestUrl']],
      // Half here and half elsewhere is neither.
      [{ manifestUrl: 'https://x.example/mini-apps/a/1.0.0/mf-manifest.json' }, ['/manifestUrl']],
      [{ version: '1.0.1' }, ['/manifestUrl', '/bundleZipUrl']],
    ];
    for (const [change, pointers] of cases) {
      const response = await register({ ...good, ...change });
      expectProblem(response, 'invalid-body');
      expect(response.json<Problem>().errors?.map(({ pointer }) => pointer)).toEqual(pointers);
    }
    await expectUnregistered(appId);
  });

  it('registers once when 20 send the same at the same time: one 201, the rest 200', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register(registrationOf(appId, '1.0.0'))),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(19);
    const record = (await read(appId, '1.0.0')).json();
    for (const answer of answers) expect(answer.json()).toEqual(record);
  });

  it('lets exactly one content win when two are sent at the same time', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    const names = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'One' : 'Two'));
    const answers = await Promise.all(
      names.map((name) => register(registrationOf(appId, '1.0.0', { name }))),
    );
    const { name: winner } = (await read(appId, '1.0.0')).json<RegistrationRecord>();
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    for (const [index, answer] of answers.entries()) {
      const expected = names[index] === winner ? [200, 201] : [409];
      expect(expected).toContain(answer.statusCode);
    }
  });

  it('takes the longest appId there can be, and everything about it can be read', async () => {
    const appId = newAppId().padEnd(128, 'x');
    await server.upload(appId, '1.0.0');
    const response = await register(registrationOf(appId, '1.0.0', { name: 'Long' }));
    expect(response.statusCode, response.body).toBe(201);
    expect((await read(appId, '1.0.0')).statusCode).toBe(200);
    await server.post(`${REGISTER}/${appId}/versions/1.0.0/release`);
    const resolved = await server.send(
      'GET',
      `/v1/mini-programs/${appId}/resolve?platform=ios&hostVersion=1.0.0`,
    );
    expect(resolved.statusCode, resolved.body).toBe(200);
  });

  async function expectUnregistered(appId: string): Promise<void> {
    expect((await read(appId, '1.0.0')).statusCode).toBe(404);
    expect((await server.send('GET', `${REGISTER}/${appId}`)).statusCode).toBe(404);
  }
});

function digestsOf(response: LightMyRequestResponse): Registration['digests'] {
  const { platforms } = response.json<RegistrationRecord>();
  return { ios: platforms.ios!.sha256, android: platforms.android!.sha256 };
}
