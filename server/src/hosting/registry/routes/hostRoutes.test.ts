import { createHash } from 'node:crypto';

import { ArtifactFiles, type Problem, Resolution, containerFile } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  CDN_URL,
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
} from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { vouchFor } from '../../../testing/vouchFor.ts';
import { buildMiniAppFixture } from '../../archive/testing/miniAppArchive.ts';
import { webArchive } from '../../artifacts/testing/webArchive.ts';

const ADMIN = '/v1/admin/mini-programs';
const RELEASED = { release: {} };

describe.each(testEngines())('which version a host should run ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  const get = (url: string, headers = {}) => server.send('GET', url, { token: undefined, headers });
  const resolve = (appId: string, query: string, headers = {}) =>
    get(`/v1/mini-programs/${appId}/resolve?${query}`, headers);
  const IOS = 'platform=ios&hostVersion=1.0.0';

  it('is answered with the version and everything to fetch and verify it', async () => {
    const appId = newAppId();
    const registration = { description: 'What you ordered', icon: `${CDN_URL}/icons/x.png` };
    await server.publish(appId, '1.0.0', { registration, percentage: 100, web: true });
    for (const platform of ['ios', 'android', 'web']) {
      const response = await resolve(appId, `platform=${platform}&hostVersion=1.0.0`);
      expect(response.statusCode, response.body).toBe(200);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      const resolution = Resolution.parse(response.json());
      expect(resolution).toEqual(response.json());
      expect(resolution).toMatchObject({ appId, version: '1.0.0', platform, ...registration });

      const bundle = await get(new URL(resolution.bundleUrl).pathname);
      expect(bundle.rawPayload.length).toBe(resolution.size);
      expect(sha256(bundle.rawPayload)).toBe(resolution.sha256);
      const manifest = await get(new URL(resolution.manifestUrl).pathname);
      expect(manifest.json()).toMatchObject({ name: appId.replaceAll('.', '_') });
      expect(resolution.web !== undefined).toBe(platform === 'web');
      if (!resolution.web) continue;
      expect(resolution.web.manifestUrl).toBe(`${resolution.web.baseUrl}mf-manifest.json`);
      const { rawPayload } = await get(new URL(resolution.web.manifestUrl).pathname);
      const integrity = createHash('sha384').update(rawPayload).digest('base64');
      expect(resolution.web.manifestIntegrity).toBe(`sha384-${integrity}`);
    }
  });

  it('is 404 for an unknown mini-app, and for one of which nothing is released', async () => {
    const appId = newAppId();
    expectProblem(await resolve(appId, IOS), 'mini-program-not-found');
    await vouchFor(server, appId, '1.0.0');
    expectProblem(await resolve(appId, IOS), 'no-release');
  });

  it('is 404 on a platform that no released version has an archive for', async () => {
    const appId = newAppId();
    await vouchFor(server, appId, '1.0.0', RELEASED);
    expectProblem(await resolve(appId, 'platform=web&hostVersion=1.0.0'), 'no-release');
  });

  it('is the highest that the host is new enough for; below all of them 409 says what is needed', async () => {
    const appId = newAppId();
    await vouchFor(server, appId, '1.9.0', { minHostVersion: '1.5.0', ...RELEASED });
    await vouchFor(server, appId, '1.10.0', { minHostVersion: '1.10.0', ...RELEASED });
    const on = (hostVersion: string) => resolve(appId, `platform=ios&hostVersion=${hostVersion}`);
    expect((await on('1.10.0')).json()).toMatchObject({ version: '1.10.0' });
    expect((await on('1.9.9')).json()).toMatchObject({ version: '1.9.0' });
    expect((await on('1.5.0')).json()).toMatchObject({ version: '1.9.0' });
    const tooOld = expectProblem(await on('1.4.9'), 'host-too-old');
    expect(tooOld['requiredHostVersion']).toBe('1.5.0');
  });

  it('is 409 with the ranges when the host does not provide the shared modules', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
    const withShared = (shared: string) => resolve(appId, `${IOS}&shared=${shared}`);
    expect((await withShared('react@19.2.3,react-native@0.86.1')).statusCode).toBe(200);
    const unsatisfied = expectProblem(
      await withShared('react@18.3.0,react-native@0.86.1'),
      'shared-unsatisfied',
    );
    expect(unsatisfied['unsatisfied']).toEqual(['react@^19.2.0 (the host has 18.3.0)']);
    const none = expectProblem(await withShared('left-pad@1.0.0'), 'shared-unsatisfied');
    expect(none['unsatisfied']).toHaveLength(2);
    expect((await resolve(appId, IOS)).statusCode).toBe(200);
  });

  it('is 403 with the reason while the mini-app is suspended', async () => {
    const appId = newAppId();
    await vouchFor(server, appId, '1.0.0', RELEASED);
    await server.post(`${ADMIN}/${appId}/suspend`, { reason: 'Under review' });
    const { detail } = expectProblem(await resolve(appId, IOS), 'mini-program-suspended');
    expect(detail).toBe('Under review');
  });

  it('has the name and the description in the language that is asked for, under an ETag of its own', async () => {
    const appId = newAppId();
    const [, id] = /(\w+)$/.exec(appId)!;
    await vouchFor(server, appId, '1.0.0', {
      name: `Orders ${id}`,
      description: 'What you ordered',
      translations: { de: { name: `Bestellungen ${id}`, description: 'Was du bestellt hast' } },
      ...RELEASED,
    });
    const plain = await resolve(appId, IOS);
    expect(plain.json()).toMatchObject({ name: `Orders ${id}`, description: 'What you ordered' });
    const german = await resolve(appId, `${IOS}&language=de-AT`);
    expect(german.json()).toMatchObject({
      name: `Bestellungen ${id}`,
      description: 'Was du bestellt hast',
    });
    const { etag } = german.headers;
    expect(etag).not.toBe(plain.headers['etag']);
    const again = (language: string) =>
      resolve(appId, `${IOS}&language=${language}`, { 'if-none-match': String(etag) });
    expect((await again('de')).statusCode).toBe(304);
    expect((await again('fr')).json()).toEqual(plain.json());
    expectProblem(await resolve(appId, `${IOS}&language=${'de-'.repeat(20)}AT`), 'invalid-query');
  });

  it('has an ETag that answers 304 until another version is released', async () => {
    const appId = newAppId();
    await vouchFor(server, appId, '1.0.0', RELEASED);
    const first = await resolve(appId, IOS);
    const etag = String(first.headers['etag']);
    expect(first.headers['cache-control']).toBe('no-cache');
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await resolve(appId, IOS, { 'if-none-match': ifNoneMatch });
      expect(response.statusCode).toBe(304);
      expect(response.body).toBe('');
      expect(response.headers['etag']).toBe(etag);
      expect(response.headers['cache-control']).toBe('no-cache');
    }
    const android = await resolve(appId, 'platform=android&hostVersion=1.0.0', {
      'if-none-match': etag,
    });
    expect(android.statusCode).toBe(200);

    await vouchFor(server, appId, '1.0.1', RELEASED);
    const second = await resolve(appId, IOS, { 'if-none-match': etag });
    expect(second.statusCode).toBe(200);
    expect(second.json()).toMatchObject({ version: '1.0.1' });
    expect(second.headers['etag']).not.toBe(etag);
  });

  it.each([
    ['platform=ios', '/hostVersion'],
    ['hostVersion=1.0.0', '/platform'],
    ['platform=windows&hostVersion=1.0.0', '/platform'],
    ['platform=ios&platform=android&hostVersion=1.0.0', '/platform'],
    ['platform=ios&hostVersion=1.0', '/hostVersion'],
    [`${IOS}&installId=`, '/installId'],
    [`${IOS}&installId=a%20b`, '/installId'],
    [`${IOS}&cohorts=Beta`, '/cohorts'],
    [`${IOS}&shared=react`, '/shared'],
    [`${IOS}&userId=7`, '/userId'],
    [`${IOS}&__proto__=7`, '/__proto__'],
  ])('is 400 with a pointer for ?%s', async (query, pointer) => {
    const { errors } = expectProblem(await resolve(newAppId(), query), 'invalid-query');
    expect(errors?.map((each) => each.pointer)).toEqual([pointer]);
  });

  it('is 400 for what cannot be an appId', async () => {
    for (const appId of ['orders', 'Com.Acme.Orders', '%00', '%E0%A4%A', 'x'.repeat(300)]) {
      expectProblem(await resolve(appId, IOS), 'invalid-path');
    }
  });

  it('names the container of a web archive with its integrity, so that no manifest has to be read', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100, web: true });
    const { web, filesUrl } = Resolution.parse(
      (await resolve(appId, 'platform=web&hostVersion=1.0.0')).json(),
    );
    const { files } = (
      await get(new URL(filesUrl!).pathname + '?platform=web')
    ).json<ArtifactFiles>();
    const container = files.find(({ path }) => path === containerFile(appId))!;
    expect(web!.container).toEqual({
      url: `${web!.baseUrl}${containerFile(appId)}`,
      integrity: container.integrity,
    });
    const served = await get(new URL(web!.container!.url).pathname);
    const digest = createHash('sha384').update(served.rawPayload).digest('base64');
    expect(web!.container!.integrity).toBe(`sha384-${digest}`);
  });

  it('holds a build for the web against what browsers have, and says whether it has files besides code', async () => {
    const appId = newAppId();
    const { manifest } = await buildMiniAppFixture(appId, '1.0.0', { platforms: [] });
    const federation = JSON.parse(manifest) as { shared: { name: string }[] };
    const shared = federation.shared.filter(({ name }) => name === 'react');
    await server.upload(appId, '1.0.0');
    const payload = await webArchive(appId, '1.0.0', {
      'mf-manifest.json': JSON.stringify({ ...federation, shared }),
      'assets/one.0123456789abcdef.png': 'a picture',
    });
    const headers = { 'content-type': 'application/octet-stream' };
    const url = `/v1/admin/artifacts/${appId}/1.0.0/web.zip`;
    expect((await server.send('PUT', url, { payload, headers })).statusCode).toBe(201);
    await server.post('/v1/admin/mini-programs', registrationOf(appId, '1.0.0'));
    await server.post(`/v1/admin/mini-programs/${appId}/versions/1.0.0/release`, {
      percentage: 100,
    });

    const onlyReact = 'hostVersion=1.0.0&shared=react@19.2.3';
    const inBrowsers = await resolve(appId, `platform=web&${onlyReact}`);
    expect(Resolution.parse(inBrowsers.json()).web?.hasAssets).toBe(true);
    expectProblem(await resolve(appId, `platform=ios&${onlyReact}`), 'shared-unsatisfied');
  });

  describe('and its files', () => {
    it('are refused like the version itself once the mini-app is suspended', async () => {
      const appId = newAppId();
      await server.publish(appId, '1.0.0', { percentage: 100 });
      await server.post(`${ADMIN}/${appId}/suspend`, { reason: 'Under review' });
      for (const response of [await filesOf(appId, 'ios'), await resolve(appId, IOS)]) {
        expect(expectProblem(response, 'mini-program-suspended').detail).toBe('Under review');
      }
      await server.post(`${ADMIN}/${appId}/resume`);
      expect((await filesOf(appId, 'ios')).statusCode).toBe(200);
    });

    const filesOf = (appId: string, platform: string) =>
      get(`/v1/mini-programs/${appId}/versions/1.0.0/files?platform=${platform}`);

    it('are those of the archive, with the digests of what is served', async () => {
      const appId = newAppId();
      await server.publish(appId, '1.0.0', { percentage: 100, web: true });
      const response = await filesOf(appId, 'web');
      expect(response.headers['cache-control']).toBe('no-cache');
      const index = ArtifactFiles.parse(response.json());
      expect(index).toMatchObject({ appId, version: '1.0.0', platform: 'web' });
      expect(index.files.map(({ path }) => path)).toContain('mf-manifest.json');
      for (const file of index.files) {
        const served = await get(`/cdn/mini-apps/${appId}/1.0.0/web/${file.path}`);
        expect(sha256(served.rawPayload)).toBe(file.sha256);
        expect(served.rawPayload.length).toBe(file.size);
      }
      const { filesUrl } = (await resolve(appId, 'platform=web&hostVersion=1.0.0')).json();
      expect((await get(filesUrl.replace('http://localhost:8080', ''))).json()).toEqual(index);
    });

    it('are told only while the version is released', async () => {
      const appId = newAppId();
      await server.publish(appId, '1.0.0');
      const step = (name: string) => server.post(`${ADMIN}/${appId}/versions/1.0.0/${name}`);
      expectProblem(await filesOf(appId, 'ios'), 'version-not-found');
      await step('release');
      expect((await filesOf(appId, 'ios')).statusCode).toBe(200);
      expectProblem(await filesOf(appId, 'web'), 'version-not-found');
      await step('pause');
      expectProblem(await filesOf(appId, 'ios'), 'version-not-found');
      await step('release');
      await step('withdraw');
      expectProblem(await filesOf(appId, 'ios'), 'version-not-found');
    });

    it('are 404 for what is unknown and 400 without a platform', async () => {
      expectProblem(await filesOf(newAppId(), 'ios'), 'version-not-found');
      expectProblem(await filesOf(newAppId(), 'windows'), 'invalid-query');
      const { statusCode, body } = await get(
        `/v1/mini-programs/${newAppId()}/versions/1.0.0/files`,
      );
      expect([statusCode, (JSON.parse(body) as Problem).errors?.[0]?.pointer]).toEqual([
        400,
        '/platform',
      ]);
    });
  });
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
